/** Longer values say no more, and answers stay short. */
const LONGEST = 200

/** Strapi's wording for a value of another type. */
export function wrongType(type: string, value: unknown): string {
  return `must be a \`${type}\` type, but the final value was: \`${printed(value)}\`.`
}

function printed(value: unknown): string {
  if (Number.isNaN(value)) return 'NaN'
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
