import { EditorState, type Plugin, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { describe, expect, test } from 'vitest'
import { continueWriting, formats, leaveLastBlock, setLink, unwrapCode } from './formats.ts'
import { draftOf, openDraft } from '#editor/document/documents.ts'
import { keys } from './keys.ts'
import { separateLines } from './lists.ts'
import { shortcuts } from './shortcuts.ts'

/** An editor without a page, into which one types. `⏎` is Shift+Enter. */
function createEditor(text = '') {
  let state = EditorState.create({ ...openDraft({ text, picked: [] }), plugins: [shortcuts, keys] })
  const dispatch = (tr: EditorState['tr']) => (state = state.apply(tr))
  // The plugins ask a view for these alone; a whole one needs a page.
  const view = () => ({ state, dispatch, composing: false, endOfTextblock: () => true }) as unknown as EditorView
  const typeLetter = (letter: string) => {
    const { from, to } = state.selection
    const handle = (shortcuts as Plugin).props.handleTextInput
    const handled = handle?.call(shortcuts, view(), from, to, letter, () => state.tr)
    if (!handled) dispatch(state.tr.insertText(letter))
  }
  return {
    type(typed: string) {
      for (const letter of typed)
        if (letter === '⏎') continueWriting(state, dispatch)
        else typeLetter(letter)
    },
    press(key: string, options: object = {}) {
      const event = { key, keyCode: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...options }
      return keys.props.handleKeyDown?.call(keys, view(), event as KeyboardEvent)
    },
    run: (command: (typeof formats)['bold']) => command(state, dispatch),
    select: (from: number, to: number) => dispatch(state.tr.setSelection(TextSelection.create(state.doc, from, to))),
    selectAll: () =>
      dispatch(
        state.tr.setSelection(
          TextSelection.between(Selection.atStart(state.doc).$from, Selection.atEnd(state.doc).$to),
        ),
      ),
    text: () => draftOf(state.doc).text,
  }
}

function afterTyping(typed: string): string {
  const editor = createEditor()
  editor.type(typed)
  return editor.text()
}

describe('[WEB-12] formats as one types', () => {
  test.each([
    ['*a b* c', '**a b** c'],
    ['**a** c', '**a** c'],
    ['_a_ c', '*a* c'],
    ['~a~ and ~~b~~', '~~a~~ and ~~b~~'],
    ['`*a*` c', '`*a*` c'],
    ['[a](https://b.c) d', '[a](https://b.c/) d'],
    ['[a](javascript:x) d', String.raw`\[a\](javascript:x) d`],
    ['so :tada: :nope: 10:30:45', String.raw`so :tada: \:nope: 10:30:45`],
    ['2*3*4 snake_case_x * a *', String.raw`2\*3\*4 snake_case_x \* a \*`],
    ['- a⏎b⏎⏎c', '- a\n- b\n\nc'],
    ['3. a⏎b', '3. a\n4. b'],
    ['Hi:⏎- a⏎b', 'Hi:\n\n- a\n- b'],
    ['> a⏎b⏎⏎c', '> a\n> b\n\nc'],
    ['```a⏎*b*⏎⏎⏎c', '```\na\n*b*\n```\n\nc'],
    ['```TS⏎let a⏎b', '```ts\nlet a\nb\n```'],
    ['```ts x⏎ts⏎c', '```\nts x\nts\nc\n```'],
    ['/ask *a* `b` :tada:', '/ask *a* `b` :tada:'],
  ])('%j', (typed, markdown) => expect(afterTyping(typed)).toBe(markdown))

  test('are taken back by Backspace', () => {
    const editor = createEditor()
    editor.type('*a*')
    editor.press('Backspace')
    expect(editor.text()).toBe(String.raw`\*a\*`)
  })
})

describe('[WEB-12] formats of what is there', () => {
  test('Tab and Shift+Tab change the level of an item', () => {
    const editor = createEditor()
    editor.type('- a⏎')
    editor.press('Tab')
    editor.type('b⏎c')
    editor.press('Tab', { shiftKey: true })
    expect(editor.text()).toBe('- a\n    - b\n- c')
    // Nothing is in the way of the next control.
    expect(createEditor('a').press('Tab')).toBe(false)
  })

  test('each line becomes an item, and only the lines of the selection', () => {
    const editor = createEditor('a\nb\nc\nd')
    editor.select(3, 6)
    editor.run(formats.bulletList)
    expect(editor.text()).toBe('a\n\n- b\n- c\n\nd')
    editor.run(formats.orderedList)
    expect(editor.text()).toBe('a\n\n1. b\n2. c\n\nd')
    editor.run(formats.orderedList)
    expect(editor.text()).toBe('a\n\nb\n\nc\n\nd')
  })

  // The buttons of the toolbar ask after each key whether they apply, and a step for each line would copy all lines each time.
  test('apply to ten thousand lines in one step', () => {
    const { doc } = openDraft({ text: 'a\n'.repeat(10_000), picked: [] })
    const selection = TextSelection.between(Selection.atStart(doc).$from, Selection.atEnd(doc).$to)
    const state = EditorState.create({ doc, selection })
    expect(separateLines(state).steps).toHaveLength(1)
    expect(Object.values(formats).map((format) => format(state))).not.toContain(false)
  })

  test('a quote and a code block take the lines of the selection, and give them back', () => {
    const editor = createEditor('a **b**\nc')
    editor.selectAll()
    editor.run(formats.codeBlock)
    expect(editor.text()).toBe('```\na b\nc\n```')
    editor.run(formats.codeBlock)
    editor.run(formats.blockquote)
    expect(editor.text()).toMatch(/^> /m)
    const other = createEditor('```\na\n```')
    other.select(1, 1)
    other.run(unwrapCode)
    expect(other.text()).toBe('a')
    const last = createEditor('> a')
    last.run(leaveLastBlock)
    last.type('b')
    expect(last.text()).toBe('> a\n\nb')
  })

  test('the keys of marks, and a link on the selection', () => {
    const editor = createEditor('some words')
    editor.select(6, 11)
    for (const [key, options] of [
      ['b', {}],
      ['i', {}],
      ['x', { shiftKey: true }],
    ] as const)
      editor.press(key, { ctrlKey: true, ...options })
    expect(editor.text()).toBe('some ~~***words***~~')
    expect(editor.run(setLink('javascript:alert(1)'))).toBe(false)
    editor.run(setLink('example.com'))
    expect(editor.text()).toContain('(https://example.com/)')
  })
})
