import type { Block, Chunk } from '@rivulet/blocks/types'

export interface ReadChunks {
  chunks: Chunk[]
  blocks: Block[]
  /** The journal keeps the beginning of what is long. */
  isCut: boolean
}

const chunkTypes: ReadonlySet<unknown> = new Set(['markdown_text', 'task_update', 'plan_update', 'blocks'])
const cutLength = 2001

/** What a call of a stream says. The server has checked it, so it is as declared unless the journal has cut it. */
export function readChunks(args: Readonly<Record<string, unknown>>): ReadChunks {
  const { markdown_text: markdown } = args
  const chunks = parseList(args['chunks'])
  const blocks = parseList(args['blocks'])
  const given: unknown[] = typeof markdown === 'string' && markdown !== '' ? [toText(markdown)] : []
  return {
    chunks: [...given, ...(chunks ?? [])].filter(isChunk),
    blocks: (blocks ?? []).filter(isBlock),
    isCut: chunks === undefined || blocks === undefined || [markdown, ...(chunks ?? []).map(textOf)].some(isCutText),
  }
}

function toText(text: string): Chunk {
  return { type: 'markdown_text', text: isCutText(text) ? text.slice(0, -1) : text }
}

/** A list, also as JSON, as clients send it in a form. Undefined if it is there and cannot be read. */
function parseList(value: unknown): unknown[] | undefined {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function isCutText(text: unknown): boolean {
  return typeof text === 'string' && text.length === cutLength && text.endsWith('…')
}

function textOf(chunk: unknown): unknown {
  return Object(chunk)['text']
}

function isChunk(value: unknown): value is Chunk {
  return typeof value === 'object' && value !== null && 'type' in value && chunkTypes.has(value.type)
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
