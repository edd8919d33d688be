/** `parse;dur=0.2, db;desc="the database";dur=1.5` → stages, in order. */

export interface Stage {
  readonly name: string
  readonly milliseconds: number
}

export function readServerTiming(header: string | null): readonly Stage[] {
  if (header === null) return []
  return splitOutsideQuotes(header, ',').flatMap((metric) => {
    const [name = '', ...params] = splitOutsideQuotes(metric, ';').map((part) => part.trim())
    const duration = params.find((param) => param.startsWith('dur='))?.slice(4)
    const milliseconds = Number(duration)
    return name === '' || duration === undefined || !Number.isFinite(milliseconds) ? [] : [{ name, milliseconds }]
  })
}

function splitOutsideQuotes(text: string, sign: string): readonly string[] {
  return text.match(new RegExp(`(?:"[^"]*"|[^"${sign}])+`, 'g')) ?? []
}
