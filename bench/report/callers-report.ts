import { type CallerName, type CallersResult, callers, type Warmth } from '../runs/callers.ts'
import { spreadOf } from './spread.ts'
import { digits, textTable } from './text-table.ts'

const warmths: readonly Warmth[] = ['cold', 'warm']

export const callersFigures = (result: CallersResult) =>
  result.map(({ name, times }) => ({
    name,
    ...Object.fromEntries(
      warmths.map((warmth) => {
        const of = (caller: CallerName) => spreadOf(times.get(`${warmth} ${caller}`) ?? [])
        const base = of('public').median
        return [
          warmth,
          callers.map((caller) => ({ caller, milliseconds: of(caller), ratio: base / of(caller).median })),
        ]
      }),
    ),
  }))

export const callersText = (result: CallersResult): string => {
  const lines = result.flatMap(({ name, times }) =>
    warmths.map((warmth) => {
      const medians = callers.map((caller) => spreadOf(times.get(`${warmth} ${caller}`) ?? []).median)
      const [base = Number.NaN, ...others] = medians
      return [name, warmth, ...medians.map((one) => one.toFixed(3)), ...others.map((one) => digits(base / one))]
    }),
  )
  const head = ['processor time, ms a request', '', ...callers, 'public ÷ token', 'public ÷ JWT']
  return textTable([head, ...lines])
}
