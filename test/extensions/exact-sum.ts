/** Sums and averages of decimal numbers, written for the tests alone: they must not use the code under test. */

/** More decimals than the smallest double has. */
const SCALE = 340

/** The digits of a number. */
export function exactSum(values: readonly (number | string)[]): string {
  return written(sumOf(values), SCALE)
}

/** The double nearest to the exact quotient. */
export function exactAverage(values: readonly (number | string)[]): number {
  const further = 100
  return Number(written((sumOf(values) * 10n ** BigInt(further)) / BigInt(values.length), SCALE + further))
}

function sumOf(values: readonly (number | string)[]): bigint {
  return values.reduce((sum, value) => sum + scaled(String(value), SCALE), 0n)
}

function written(total: bigint, scale: number): string {
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return total < 0n ? `-${text}` : text
}

function scaled(text: string, scale: number): bigint {
  const [digits = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(scale - fraction.length + Number(exponent))
}
