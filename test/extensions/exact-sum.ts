/** The sum of decimal numbers, as digits: by hand, so that nothing of the code under test is needed. */
export function exactSum(values: readonly (number | string)[]): string {
  const scale = 340
  const total = values.reduce((sum, value) => sum + scaled(String(value), scale), 0n)
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return total < 0n ? `-${text}` : text
}

function scaled(text: string, scale: number): bigint {
  const [digits = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(scale - fraction.length + Number(exponent))
}
