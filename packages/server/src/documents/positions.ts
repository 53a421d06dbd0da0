import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

export type Path = readonly PropertyKey[]

/** Both count from 1. */
export interface Position {
  line: number
  column: number
}

/** A YAML or JSON text as a value, and where in the text each part of the value stands. */
export interface Source {
  value: unknown
  /** Where what is at `path` stands, or the nearest thing around it; with `ofKey` where its key stands. */
  position(path: Path, ofKey?: boolean): Position
}

interface Misread {
  position: Position
  message: string
}

/** More uses of anchors than this, counted through each other, are taken for a bomb. */
const mostAliases = 1000
/** What comes after the first few follows from them. */
const mostFaults = 5

/** Reads one YAML document; tells all that is wrong with it as YAML. */
export function readSource(text: string): Source | Misread[] {
  const lines = new LineCounter()
  const positionOf = (offset: number) => {
    const { line, col: column } = lines.linePos(offset)
    return { line, column }
  }
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
    const faults = [...document.errors, ...document.warnings].slice(0, mostFaults)
    if (faults.length > 0) return faults.map(({ pos, message }) => ({ position: positionOf(pos[0]), message }))
    const resolve = (node: unknown) => (isAlias(node) ? node.resolve(document) : node)
    return {
      value: document.toJS({ maxAliasCount: mostAliases }),
      position: (path, ofKey = false) => positionOf(offsetOf(document.contents, path, ofKey, resolve)),
    }
  } catch (error) {
    // Aliases that grow without bound, and nesting that overflows the stack.
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
