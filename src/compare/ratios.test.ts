import { expect, it } from 'vitest'
import { ratiosOf } from './ratios.ts'

it('gives no result without requests', () => {
  expect(ratiosOf([])).toBeNull()
})

it('gives the geometric mean of the ratios, and ratios of percentiles', () => {
  const ratios = ratiosOf([
    { strapi: 80, lectern: 10 },
    { strapi: 10, lectern: 20 },
    { strapi: 40, lectern: 5 },
    { strapi: 20, lectern: 10 },
  ])
  expect(ratios).toMatchObject({
    requests: 4,
    median: { strapi: 20, lectern: 10, ratio: 2 },
    p95: { strapi: 80, lectern: 20, ratio: 4 },
    slower: 1,
  })
  expect(ratios?.geometricMean).toBeCloseTo((8 * 0.5 * 8 * 2) ** 0.25)
})

it('does not divide by times below the precision of the clock', () => {
  expect(ratiosOf([{ strapi: 1, lectern: 0 }])?.geometricMean).toBeCloseTo(20)
})
