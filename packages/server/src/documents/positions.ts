import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

export type Path = readonly PropertyKey[]

/** Line and column count from 1. */
export interface Position {
  line: number
  column: number
}

/** A YAML or JSON text as a value, with the position of each part in the text. */
export interface Source {
  value: unknown
  /** The position of the value at `path`, or of the nearest value around it. `ofKey`: the position of its key. */
  position(path: Path, ofKey?: boolean): Position
}

interface SyntaxProblem {
  position: Position
  message: string
}

/** A text that uses more anchors than this, nested uses included, is rejected as a YAML bomb. */
const maxAliases = 1000
/** Later problems usually follow from the first few. */
const maxProblems = 5

/** Reads one YAML document, or returns its syntax problems. */
export function readSource(text: string): Source | SyntaxProblem[] {
  const lines = new LineCounter()
  const positionOf = (offset: number) => {
    const { line, col: column } = lines.linePos(offset)
    return { line, column }
  }
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
    const problems = [...document.errors, ...document.warnings].slice(0, maxProblems)
    if (problems.length > 0) return problems.map(({ pos, message }) => ({ position: positionOf(pos[0]), message }))
    const resolve = (node: unknown) => (isAlias(node) ? node.resolve(document) : node)
    return {
      value: document.toJS({ maxAliasCount: maxAliases }),
      position: (path, ofKey = false) => positionOf(offsetOf(document.contents, path, ofKey, resolve)),
    }
  } catch (error) {
    // Too many aliases, or nesting that overflows the stack.
    return [{ position: { line: 1, column: 1 }, message: error instanceof Error ? error.message : String(error) }]
  }
}

function offsetOf(root: Node | null, path: Path, ofKey: boolean, resolve: (node: unknown) => unknown): number {
  let offset = root?.range?.[0] ?? 0
  let node: unknown = root
  for (const [i, key] of path.entries()) {
    const { keyNode, child } = childOf(resolve(node), key)
    const wanted = ofKey && i === path.length - 1 ? keyNode : child
    const found = startOf(wanted) ?? startOf(keyNode)
    if (found === undefined) break
    offset = found
    node = child
  }
  return offset
}

function childOf(node: unknown, key: PropertyKey): { keyNode?: unknown; child?: unknown } {
  if (isSeq(node)) return { child: node.items[Number(key)] }
  if (!isMap(node)) return {}
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
  return pair ? { keyNode: pair.key, child: pair.value } : {}
}

function startOf(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined
}
