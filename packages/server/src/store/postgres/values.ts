import type { KyselyPlugin } from 'kysely'
import { rowConverter } from '#store/tables/rows'

/** Gives rows the shape that `Tables` promises. */
export function rowsPlugin(): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const first = result.rows[0]
      const convert = first && rowConverter(Object.keys(first))
      if (convert) for (const row of result.rows) convert(row)
      return result
    },
  }
}

export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the integers that JavaScript can represent.`)
  return value
}
