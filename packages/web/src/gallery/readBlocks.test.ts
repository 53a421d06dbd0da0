import { describe, expect, test } from 'vitest'
import { readBlocks } from './readBlocks.ts'

/** The words that are marked for each fault. */
function marked(json: string): [string, string | undefined][] {
  const read = readBlocks(json)
  return read.ok ? [] : read.faults.map(({ message, place }) => [message, place && json.slice(...place)])
}

describe('readBlocks', () => {
  test('gives the blocks of a text that is right', () => {
    expect(readBlocks('[{"type":"divider"}]')).toEqual({ ok: true, blocks: [{ type: 'divider' }] })
  })

  test('says where a value is wrong', () => {
    expect(marked('[\n  {"type": "header", "text": {"type": "plain_text", "text": ""}}\n]')).toEqual([
      ['must be more than 0 characters', '""'],
    ])
    expect(marked('[{"type": "nope"}]')).toEqual([['unsupported type: nope', '"nope"']])
  })

  test('says where something is missing, to the end of the line', () => {
    expect(marked('[\n  {\n    "type": "header"\n  }\n]')).toEqual([['missing required field: text', '{']])
  })

  test('says where it is no JSON, if the engine does', () => {
    expect(marked('[{"type": "divider" "x"}]')).toEqual([[expect.stringContaining('JSON'), '"']])
    expect(marked('[{"type":\n')).toEqual([[expect.stringContaining('JSON'), undefined]])
    expect(marked('')).toEqual([[expect.stringContaining('JSON'), undefined]])
  })
})
