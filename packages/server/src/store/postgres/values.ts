import { type KyselyPlugin, OperationNodeTransformer, type PrimitiveValueListNode, type ValueNode } from 'kysely'
import { rowConverter, toParameter } from '#store/tables/rows'

/** Stores JavaScript arrays as JSON. The driver would turn them into PostgreSQL arrays. */
class JsonValues extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...node, value: toParameter(node.value) }
  }
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(toParameter) }
  }
}

/** Gives rows the shape that `Tables` promises. */
export function rowsPlugin(): KyselyPlugin {
  const jsonValues = new JsonValues()
  return {
    transformQuery: ({ node }) => jsonValues.transformNode(node),
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
