import type { Block } from '@rivulet/blocks/types'
import { checkBlocks } from '@rivulet/blocks/check'
import { findJsonValue } from './findJsonValue.ts'

/** A fault in a JSON text, and its range in the text, which ends at the end of the line at the latest. */
export type JsonFault = { message: string; pointer: string; range: readonly [from: number, to: number] | undefined }

/** Parses and checks the blocks in a JSON text; returns them, or all faults. */
export function parseBlocks(json: string): { ok: true; blocks: Block[] } | { ok: false; faults: JsonFault[] } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON'
    return { ok: false, faults: [{ message, pointer: '', range: syntaxErrorRange(json, message) }] }
  }
  const checked = checkBlocks(value, '')
  if (checked.ok) return { ok: true, blocks: checked.value }
  // The gallery also shows the blocks of modals.
  const inModal = checkBlocks(value, '', 'modal')
  if (inModal.ok) return { ok: true, blocks: inModal.value }
  return { ok: false, faults: checked.faults.map((fault) => ({ ...fault, range: faultRange(json, fault.pointer) })) }
}

/** The first line of a value. A missing value is marked at the object that should contain it. */
function faultRange(json: string, pointer: string): [number, number] | undefined {
  const range = findJsonValue(json, pointer) ?? findJsonValue(json, pointer.replace(/\/[^/]*$/, ''))
  if (!range) return undefined
  const lineEnd = json.indexOf('\n', range[0])
  return [range[0], lineEnd < 0 ? range[1] : Math.min(range[1], lineEnd)]
}

/** Engines report the position of a syntax error in different forms, or not at all. */
function syntaxErrorRange(json: string, message: string): [number, number] | undefined {
  const position = /position (\d+)/.exec(message)?.[1]
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (position !== undefined) return characterRange(json, Number(position))
  if (line === undefined) return undefined
  const before = json.split('\n').slice(0, Number(line) - 1)
  return characterRange(json, before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1)
}

/** The character at an index; at the end of a line or of the text, the character before it, which is visible. */
function characterRange(json: string, index: number): [number, number] {
  const from = Math.min(index, json.length - 1)
  return json[from] === '\n' ? [from - 1, from] : [from, from + 1]
}
