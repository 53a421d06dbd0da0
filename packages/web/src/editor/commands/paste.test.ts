import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { openDraft } from '#editor/document/documents.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { handleLongPaste } from './paste.ts'

/** The names of the files that a pasted text becomes in a field with a text. */
function filesOf(pasted: string, field = ''): string[] {
  // Node has no ClipboardEvent; of one, the function asks for these alone.
  const event = { clipboardData: { getData: () => pasted }, preventDefault() {} } as unknown as ClipboardEvent
  const state = EditorState.create(openDraft({ text: field, picked: [] }))
  const files: File[] = []
  const handled = handleLongPaste({ state }, event, (added) => files.push(...added))
  expect(handled).toBe(files.length > 0)
  return files.map(({ name }) => name)
}

test('[WEB-12] a pasted text of thousands of lines is a file, unless it goes into a code block', () => {
  workspace.setState({ limits: { text: 40_000, frame: Infinity } })
  expect(filesOf('a\n'.repeat(1999))).toEqual([])
  expect(filesOf('a\n'.repeat(2000))).toEqual(['pasted.txt'])
  expect(filesOf('a\n'.repeat(2000), '```\nb\n```')).toEqual([])
  expect(filesOf('a'.repeat(100_000), '```\nb\n```')).toEqual(['pasted.txt'])
})
