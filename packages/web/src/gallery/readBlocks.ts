import type { Block } from '@rivulet/blocks/block'
import { checkBlocks } from '@rivulet/blocks/check'
import { placeOf } from './placeOf.ts'

/** What is wrong with a text, and from where to where it is in it: at most to the end of a line. */
export type PlacedFault = { message: string; pointer: string; place: readonly [from: number, to: number] | undefined }

/** The blocks that a JSON text says, or everything that is wrong with it. */
export function readBlocks(json: string): { ok: true; blocks: Block[] } | { ok: false; faults: PlacedFault[] } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON'
    return { ok: false, faults: [{ message, pointer: '', place: syntaxPlace(json, message) }] }
  }
  const checked = checkBlocks(value, '')
  if (checked.ok) return { ok: true, blocks: checked.value }
  return { ok: false, faults: checked.faults.map((fault) => ({ ...fault, place: lineOf(json, fault.pointer) })) }
}

/** What is missing has no place: then it is where it should be. */
function lineOf(json: string, pointer: string): [number, number] | undefined {
  const place = placeOf(json, pointer) ?? placeOf(json, pointer.replace(/\/[^/]*$/, ''))
  if (!place) return undefined
  const end = json.indexOf('\n', place[0])
  return [place[0], end < 0 ? place[1] : Math.min(place[1], end)]
}

/** Engines say it in their own ways, and not always. */
function syntaxPlace(json: string, message: string): [number, number] | undefined {
  const at = /position (\d+)/.exec(message)?.[1]
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (at !== undefined) return around(json, Number(at))
  if (line === undefined) return undefined
  const before = json.split('\n').slice(0, Number(line) - 1)
  return around(json, before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1)
}

/** At the end of a text, or of a line, the character before it can be seen. */
function around(json: string, at: number): [number, number] {
  const from = Math.min(at, json.length - 1)
  return json[from] === '\n' ? [from - 1, from] : [from, from + 1]
}
