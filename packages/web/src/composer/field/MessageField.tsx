import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { useEditorCode } from './editorCode.ts'
import type { FieldProps } from './field.ts'
import { PlainField } from './PlainField.tsx'
import styles from './MessageField.module.css'

type Props = FieldProps & {
  /** Whether there are buttons for formats. */
  hasToolbar: boolean
  /** The buttons beside the field. */
  before?: ReactNode
  after?: ReactNode
}

/**
 * Where a message is written: a plain field at first, and the editor once its code is there. The draft, the cursor and the
 * focus go over to it.
 */
export function MessageField({ hasToolbar, before, after, ...field }: Props) {
  const [composing, setComposing] = useState(false)
  const [linking, setLinking] = useState(false)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const { editor, caret } = useTakeOver(field.area, composing)
  return (
    <>
      {before}
      {editor ? (
        <editor.RichField {...field} caret={caret} tools={tools} linking={linking} onLinking={setLinking} />
      ) : (
        <PlainField {...field} onComposing={setComposing} />
      )}
      {after}
      {(hasToolbar || linking) && <div ref={setTools} className={styles['tools']} data-open={linking || undefined} />}
    </>
  )
}

/** The editor, once its code is there and nothing is being composed, and where the cursor was in the plain field. */
function useTakeOver(area: RefObject<HTMLElement | null>, composing: boolean) {
  const code = useEditorCode()
  const [taken, setTaken] = useState<{ editor: typeof code; caret: { start: number; end: number } | undefined }>({
    editor: code,
    caret: undefined,
  })
  useLayoutEffect(() => {
    if (!code || composing || taken.editor) return
    const plain = area.current
    const hasFocus = plain instanceof HTMLTextAreaElement && plain === document.activeElement
    setTaken({ editor: code, caret: hasFocus ? { start: plain.selectionStart, end: plain.selectionEnd } : undefined })
  }, [area, code, composing, taken.editor])
  return taken
}
