/** For JSON.parse. On PostgreSQL, Strapi writes as many decimals of a time as there are, Lectern always three. */
export const normalizeTimes = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && /^\d\d:\d\d:\d\d(\.\d{1,3})?$/.test(value)
    ? `${value}${value.length === 8 ? '.' : ''}`.padEnd(12, '0')
    : value
