import { generateKeyPairSync } from 'node:crypto'
import { createDecoder, createSigner } from 'fast-jwt'
import { describe, expect, it } from 'vitest'
import { createIssueJwt } from '../people/issue-jwt.ts'
import { createVerifyJwt } from './jwt.ts'

const pem = { type: 'pkcs8', format: 'pem' } as const
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: pem,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const NONE = {
  apiTokenSalt: null,
  jwtPrivateKey: null,
  jwtPublicKey: null,
  jwtIssuer: null,
  jwtAudience: null,
  previousSalts: [],
  previousJwtSecrets: [],
  metricsToken: null,
}

describe('createVerifyJwt', () => {
  it('verifies with the secrets from before a rotation, and with no others', () => {
    const verify = createVerifyJwt({
      ...NONE,
      jwtSecret: 'new',
      jwtAlgorithm: 'HS256',
      previousJwtSecrets: ['old', 'older', ''],
    })
    const signed = (key: string) => createSigner({ key })({ id: 7 })
    for (const key of ['new', 'old', 'older']) expect(verify(signed(key))).toEqual({ userId: 7, expires: null })
    expect(verify(signed('another'))).toBeNull()
  })

  it.each([
    ['the key that signs', privateKey],
    ['its public half', publicKey],
  ])('verifies RS256 with %s', (_, jwtSecret) => {
    const verify = createVerifyJwt({ ...NONE, jwtSecret, jwtAlgorithm: 'RS256' })
    expect(verify(createSigner({ key: privateKey, algorithm: 'RS256' })({ id: 7 }))).toEqual({
      userId: 7,
      expires: null,
    })
  })

  it.each([
    ['both keys', { jwtPrivateKey: privateKey, jwtPublicKey: publicKey }],
    ['the private key', { jwtPrivateKey: privateKey }],
    ['the public key', { jwtPublicKey: publicKey }],
  ])('verifies RS256 with %s, whatever the secret is', (_, keys) => {
    const secrets = { ...NONE, ...keys, jwtSecret: 'secret', jwtAlgorithm: 'RS256' }
    const verify = createVerifyJwt(secrets)
    const token = createSigner({ key: privateKey, algorithm: 'RS256' })({ userId: '7', type: 'access' })
    expect(verify(token)).toEqual({ userId: 7, expires: null })
    expect(verify(createSigner({ key: 'secret' })({ id: 7 }))).toBeNull()
    if ('jwtPrivateKey' in keys) expect(verify(createIssueJwt(secrets, 60_000)(7))).toMatchObject({ userId: 7 })
  })

  it('sets issuer and audience in new tokens, and accepts tokens without them', () => {
    const secrets = { ...NONE, jwtSecret: 'secret', jwtAlgorithm: 'HS256', jwtIssuer: 'here', jwtAudience: ['there'] }
    const token = createIssueJwt(secrets, 60_000)(7)
    expect(createDecoder()(token)).toMatchObject({ id: 7, iss: 'here', aud: ['there'] })
    for (const good of [token, createSigner({ key: 'secret' })({ id: 7 })]) {
      expect(createVerifyJwt(secrets)(good)).toMatchObject({ userId: 7 })
    }
  })

  it('does not use a public key as a shared secret', () => {
    const verify = createVerifyJwt({ ...NONE, jwtSecret: publicKey, jwtAlgorithm: 'RS256' })
    const forged = createSigner({ key: Buffer.from(publicKey).toString('base64'), algorithm: 'HS256' })({ id: 7 })
    expect(verify(forged)).toBeNull()
  })

  it.each([
    ['RS256', 'only a word'],
    ['XY256', 'only a word'],
  ])('says where the mistake is when the key does not fit %s', (jwtAlgorithm, jwtSecret) => {
    expect(() => createVerifyJwt({ ...NONE, jwtSecret, jwtAlgorithm })).toThrow(
      `config/plugins › users-permissions.config: The jwtSecret is not a key for ${jwtAlgorithm}.`,
    )
  })

  it('reads the user from the id if the token has no type', () => {
    const verify = createVerifyJwt({ ...NONE, jwtSecret: 's', jwtAlgorithm: 'HS256' })
    const sign = createSigner({ key: 's' })
    expect(verify(sign({ id: 7, userId: '8' }))).toMatchObject({ userId: 7 })
    expect(verify(sign({ userId: '8' }))).toBeNull()
    expect(verify(sign({ userId: '8', type: 'refresh' }))).toBeNull()
    expect(verify(sign({ id: 7, type: 'refresh' }))).toBeNull()
  })

  it.each(['', '7x', '-7', '7.5', '0x7', 7.5, 2 ** 53, true, null])('finds no user with the id %j', (id) => {
    const verify = createVerifyJwt({ ...NONE, jwtSecret: 's', jwtAlgorithm: 'HS256' })
    expect(verify(createSigner({ key: 's' })({ id }))).toBeNull()
  })

  it('takes the algorithm from the settings, not from the token', () => {
    const verify = createVerifyJwt({ ...NONE, jwtSecret: 's', jwtAlgorithm: 'HS256' })
    expect(verify(createSigner({ key: 's', algorithm: 'HS512' })({ id: 7 }))).toBeNull()
  })

  it('returns when the token expires', () => {
    const verify = createVerifyJwt({ ...NONE, jwtSecret: 's', jwtAlgorithm: 'HS256' })
    const token = createSigner({ key: 's' })({ userId: '12', type: 'access', exp: 4_000_000_000 })
    expect(verify(token)).toEqual({ userId: 12, expires: 4_000_000_000_000 })
  })
})
