import { describe, expect, test } from 'vitest'
import { parseBlocks } from './parseBlocks.ts'

/** The message and the marked text of each fault. */
function listFaults(json: string): [string, string | undefined][] {
  const parsed = parseBlocks(json)
  return parsed.ok ? [] : parsed.faults.map(({ message, range }) => [message, range && json.slice(...range)])
}

describe('parseBlocks', () => {
  test('returns the blocks of a valid text', () => {
    expect(parseBlocks('[{"type":"divider"}]')).toEqual({ ok: true, blocks: [{ type: 'divider' }] })
  })

  test('accepts blocks of a modal', () => {
    expect(parseBlocks('[{"type":"alert","text":{"type":"plain_text","text":"a"}}]')).toMatchObject({ ok: true })
  })

  test('marks an invalid value', () => {
    expect(listFaults('[\n  {"type": "header", "text": {"type": "plain_text", "text": ""}}\n]')).toEqual([
      ['must be more than 0 characters', '""'],
    ])
    expect(listFaults('[{"type": "nope"}]')).toEqual([['unsupported type: nope', '"nope"']])
  })

  test('marks the object in which a field is missing, to the end of the line', () => {
    expect(listFaults('[\n  {\n    "type": "header"\n  }\n]')).toEqual([['missing required field: text', '{']])
  })

  test('marks a JSON syntax error, if the engine reports its position', () => {
    expect(listFaults('[{"type": "divider" "x"}]')).toEqual([[expect.stringContaining('JSON'), '"']])
    expect(listFaults('[{"type":\n')).toEqual([[expect.stringContaining('JSON'), undefined]])
    expect(listFaults('')).toEqual([[expect.stringContaining('JSON'), undefined]])
  })
})
