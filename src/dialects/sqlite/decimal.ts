/** Decimal numbers of any size: `units / 10^scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** Adds the number as it is shown: 0.1 is exactly a tenth, not the nearest float. */
export function addDecimal(total: Decimal, value: number): Decimal {
  const added = decimalOf(String(value))
  const scale = Math.max(total.scale, added.scale)
  return { units: scaled(total, scale) + scaled(added, scale), scale }
}

export function decimalText({ units, scale }: Decimal): string {
  if (scale === 0) return String(units)
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return units < 0n ? `-${text}` : text
}

/** From digits of any length, or the notation of a JavaScript number. */
export function decimalOf(text: string): Decimal {
  const [digits = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** Rounds the quotient to `digits` more digits, half away from zero. */
export function divideDecimal(total: Decimal, divisor: bigint, digits: number): Decimal {
  const scale = total.scale + digits
  const units = scaled(total, scale)
  const rounded = ((units < 0n ? -units : units) * 2n + divisor) / (divisor * 2n)
  return { units: units < 0n ? -rounded : rounded, scale }
}

function scaled({ units, scale }: Decimal, to: number): bigint {
  return to === scale ? units : units * 10n ** BigInt(to - scale)
}
