import { describe, expect, it } from 'vitest'
import { redactUrl } from './redact-url.ts'

describe('redactUrl', () => {
  it.each([
    ['/api/articles', '/api/articles'],
    ['/api/articles?sort=title&page=2', '/api/articles?sort=title&page=2'],
    ['/api/articles?token=abc&sort=id', '/api/articles?token=[redacted]&sort=id'],
    ['/a?access_token=x', '/a?access_token=[redacted]'],
    ['/a?API-Key=x', '/a?API-Key=[redacted]'],
    ['/a?key=x', '/a?key=[redacted]'],
    ['/a?JWT=a.b.c', '/a?JWT=[redacted]'],
    ['/a?filters[author][resetPasswordToken][$eq]=x', '/a?filters[author][resetPasswordToken][$eq]=[redacted]'],
    ['/a?filters%5Bpassword%5D=x', '/a?filters%5Bpassword%5D=[redacted]'],
    ['/a?%70assword=x', '/a?%70assword=[redacted]'],
    ['/a?%zzsecret=x', '/a?%zzsecret=[redacted]'],
    ['/a?pass=x&pwd=x&passwd=x', '/a?pass=[redacted]&pwd=[redacted]&passwd=[redacted]'],
    ['/a?auth=x&bearer=x&sig=x', '/a?auth=[redacted]&bearer=[redacted]&sig=[redacted]'],
    ['/a?X-Amz-Signature=x&X-Amz-Credential=x', '/a?X-Amz-Signature=[redacted]&X-Amz-Credential=[redacted]'],
    ['/a?private_key=x&session_id=x', '/a?private_key=[redacted]&session_id=[redacted]'],
    ['/a?filters[compass]=x&author=y&signal=z', '/a?filters[compass]=x&author=y&signal=z'],
    ['/a?filters[keyboard]=x', '/a?filters[keyboard]=x'],
    ['/a?token', '/a?token'],
    ['/a?x=1?token=2', '/a?x=1?token=2'],
  ])('%s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  it('cannot move the cursor of a terminal', () => {
    expect(redactUrl('/a\u009b31m')).toBe('/a%C2%9B31m')
  })

  it('is bounded', () => {
    expect(redactUrl(`/a?x=${'y'.repeat(100_000)}`).length).toBeLessThan(3_000)
  })
})
