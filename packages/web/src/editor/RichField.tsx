import { history } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FieldProps } from '#composer/field/field.ts'
import { isPressed } from '#keys/shortcuts.ts'
import { cleanHtml } from '#editor/document/cleanHtml.ts'
import { continueWriting, namesLanguage } from '#editor/commands/formats.ts'
import { quoteEvent } from '#composer/quoteMessage.ts'
import { mentionEvent } from '#composer/mentions/mentionEvent.ts'
import { insertMention, insertQuote, noContext, typingContext } from '#editor/commands/completions.ts'
import { type Caret, draftOf, literalText, openDraft } from '#editor/document/documents.ts'
import { keys } from '#editor/commands/keys.ts'
import { nodeViews } from '#editor/document/nodeViews.ts'
import { handleLongPaste, handlePaste, insertTyped } from '#editor/commands/paste.ts'
import { shortcuts } from '#editor/commands/shortcuts.ts'
import { SuggestionLists } from './suggestions/SuggestionLists.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { useCompletions } from './useCompletions.ts'
import styles from './RichField.module.css'

type Props = FieldProps & {
  /** Where the cursor was in the field that this one takes the place of; undefined if it had no focus. */
  caret: Caret | undefined
  /** Where the buttons for formats go; null if there are none. */
  tools: HTMLElement | null
  /** Whether the address of a link is asked for there. */
  linking: boolean
  onLinking: (linking: boolean) => void
}

const plugins = [shortcuts, keys, history()]

/** The field of a message with formats: what is written is a document. */
export function RichField(props: Props) {
  const { draft, area, label, placeholder, description, invalid, tools, linking, onLinking } = props
  const view = useRef<EditorView>(null)
  const mount = useRef<HTMLDivElement>(null)
  /** The drafts that came from here. Any other one takes the place of the document. */
  const [shown, setShown] = useState<{ view: EditorView; state: EditorState }>()
  const completions = useCompletions(props)
  const { listId, activeOption } = completions
  const [own] = useState(() => new WeakSet([draft]))

  const changed = useEffectEvent((state: EditorState, isChange: boolean) => {
    if (isChange) {
      const next = draftOf(state.doc)
      own.add(next)
      completions.edited(next.text === '')
      props.onChange(next)
    }
    completions.look(view.current?.hasFocus() ? typingContext(state) : noContext)
    if (view.current) setShown({ view: view.current, state })
  })
  // What was closed or picked in the text before says nothing about another one.
  const replaced = useEffectEvent(() => completions.edited(true))
  const pressed = useEffectEvent((of: EditorView, event: KeyboardEvent): boolean => {
    if (event.isComposing) return false
    if (completions.onKey(of, event)) return true
    if (event.key === 'Escape' && props.onEscape) {
      event.stopPropagation()
      props.onEscape()
      return true
    }
    if (isPressed(event, 'editLast') && isEmpty(of.state.doc)) return props.onUp?.(of.dom) ?? false
    if (isLinkKey(event, of.state)) {
      event.stopPropagation()
      onLinking(true)
      return true
    }
    if (!isPressed(event, 'send')) return false
    // Phones have no other key for the next line, and a button to send.
    const sends = event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches
    if (!sends || namesLanguage(of.state)) return continueWriting(of.state, of.dispatch)
    props.onEnter()
    return true
  })
  const takesFiles = useEffectEvent(() => props.onFiles !== undefined)
  const addFiles = useEffectEvent((files: readonly File[]) => props.onFiles?.(files))

  useLayoutEffect(() => {
    const element = mount.current
    if (!element) return undefined
    area.current = element
    const created = new EditorView(
      { mount: element },
      {
        state: createState(props.draft, props.caret),
        nodeViews,
        dispatchTransaction(tr) {
          const next = created.state.apply(tr)
          // Formats end with the last of the text that had them.
          const isBare = tr.docChanged && next.storedMarks && isEmpty(next.doc)
          created.updateState(isBare ? next.apply(next.tr.setStoredMarks(null)) : next)
          changed(created.state, tr.docChanged)
        },
        handleKeyDown: pressed,
        transformPastedHTML: cleanHtml,
        handlePaste: (of, event) => handlePaste(of, event, addFiles),
        // Files are for the pane around it.
        handleDrop: (_of, event) => (event.dataTransfer?.files.length ?? 0) > 0,
        clipboardTextSerializer: (slice, of) => literalText(of.state.schema.node('doc', null, slice.content)).text,
        handleDOMEvents: {
          paste: (of, event) => takesFiles() && handleLongPaste(of, event, addFiles),
          beforeinput(of, event) {
            const { inputType, data, isComposing } = event
            if (inputType !== 'insertText' || isComposing || data === null) return false
            if ([...data].length === 1) {
              // The browser would give the first letter the formats of what was there before.
              if (of.state.selection.$from.parent.content.size > 0) return false
              event.preventDefault()
              of.dispatch(of.state.tr.insertText(data).scrollIntoView())
              return true
            }
            const [range] = event.getTargetRanges()
            if (!range) return false
            event.preventDefault()
            const [from, to] = [
              of.posAtDOM(range.startContainer, range.startOffset),
              of.posAtDOM(range.endContainer, range.endOffset),
            ]
            insertTyped(of, data, { from, to })
            return true
          },
          keydown(of, event) {
            // A busy browser tells of a new selection only after the keys that wait: each key has to know it.
            if (!event.isComposing) document.dispatchEvent(new Event('selectionchange'))
            if (event.key !== 'Escape') return false
            // ProseMirror would keep it from what is around the field.
            if (pressed(of, event)) event.preventDefault()
            return true
          },
          [mentionEvent]: (of, event: CustomEvent<string>) => insertMention(of, event.detail),
          [quoteEvent]: (of, event: CustomEvent<string>) => insertQuote(of, event.detail),
          focus: (of) => queueMicrotask(() => changed(of.state, false)),
          blur: (of) => queueMicrotask(() => changed(of.state, false)),
        },
      },
    )
    view.current = created
    if (props.caret ?? props.autoFocus) created.focus()
    changed(created.state, false)
    return () => {
      view.current = null
      created.destroy()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the view lives as long as the field
  }, [area])

  useLayoutEffect(() => {
    if (!view.current || own.has(draft)) return
    own.add(draft)
    view.current.updateState(createState(draft))
    replaced()
    changed(view.current.state, false)
  }, [draft, own])

  useLayoutEffect(() => {
    view.current?.setProps({
      attributes: ({ doc }) => ({
        class: styles['area'] ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-autocomplete': 'list',
        dir: 'auto',
        'data-composing': '',
        ...(isEmpty(doc) ? { 'data-placeholder': placeholder, 'aria-placeholder': placeholder } : {}),
        ...(description ? { 'aria-description': description } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(activeOption ? { 'aria-controls': listId, 'aria-activedescendant': activeOption } : {}),
      }),
    })
  }, [label, placeholder, description, invalid, listId, activeOption])

  return (
    <>
      <SuggestionLists {...completions.lists} onSelect={(index) => completions.complete(view.current, index)} />
      <div ref={mount} />
      {tools && shown && createPortal(<Toolbar {...shown} linking={linking} onLinking={onLinking} />, tools)}
    </>
  )
}

function createState(draft: Props['draft'], caret?: Caret): EditorState {
  return EditorState.create({ ...openDraft(draft, caret), plugins })
}

/** With a selection, the key of the switcher makes a link too, as in other editors. */
function isLinkKey(event: KeyboardEvent, { selection }: EditorState): boolean {
  return isPressed(event, 'link') || (!selection.empty && isPressed(event, 'switcher'))
}

/** Whether there is nothing at all, not even a list. */
function isEmpty({ childCount, firstChild }: EditorState['doc']): boolean {
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0
}
