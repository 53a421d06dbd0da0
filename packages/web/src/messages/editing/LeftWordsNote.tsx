import { isBlankText } from '@rivulet/blocks/blank'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useCopy } from '#announcer/useCopy.ts'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { toMentionNames } from '#names/mentionNames.ts'
import { useDraft } from '#store/browser/drafts.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { CloseButton } from '#ui/IconButton.tsx'
import { t } from '#words/t.ts'
import { addLeftWords, endTakingFocus, forgetLeftWords, leftWords } from './leftWords.ts'
import styles from './LeftWordsNote.module.css'

type Props = {
  draftKey: string
  /** The field of the composer; left out where nobody can write. */
  field?: RefObject<HTMLElement | null>
  /** Whether the person does not see the channel any more. */
  isUnseen?: boolean
}

/** [MSG-36] Says in a composer, or in its place, that it has the words of a message that was deleted, or shows those that wait. */
export function LeftWordsNote({ draftKey: key, field, isUnseen }: Props) {
  const left = useStore(leftWords, (all) => all[key])
  const waiting = left?.waiting
  const [draft] = useDraft(key)
  const words = useWorkspace((state) =>
    waiting ? plainTextFromBlocks(blocksFromMarkdown(waiting.text), toMentionNames(state)) : '',
  )
  const note = useRef<HTMLParagraphElement>(null)
  const { label: copied, copy } = useCopy()
  const isOver = left && !waiting && isBlankText(draft.text)

  // Not the field: Enter may still be meant for the change, and would send the words.
  useLayoutEffect(() => {
    if (!left?.takesFocus) return
    note.current?.focus()
    endTakingFocus(key)
  }, [key, left])
  useEffect(() => {
    if (isOver) forgetLeftWords(key)
  }, [key, isOver])

  function close(end: () => void) {
    const next = field ? field.current : findPlaceIn(note.current?.closest<HTMLElement>('[data-region="thread"], main'))
    end()
    next?.focus({ preventScroll: true })
  }

  if (!left || !(waiting || field)) return null
  return (
    <div className={styles['left']} data-alone={!field || undefined} data-testid="left-words">
      <p ref={note} className={styles['note']} role="alert" tabIndex={-1} data-left-words="">
        {!waiting
          ? t('The message was deleted. Your words are here.')
          : isUnseen
            ? t('You had written:')
            : t('The message was deleted. You had written:')}
      </p>
      {waiting ? (
        <>
          <p className={styles['words']} dir="auto">
            {words}
          </p>
          <div className={styles['buttons']}>
            <DialogButton look="quiet" at="row" onClick={() => close(() => forgetLeftWords(key))}>
              {t('Discard')}
            </DialogButton>
            {field ? (
              <DialogButton look="secondary" at="row" onClick={() => close(() => addLeftWords(key, waiting))}>
                {t('Add below')}
              </DialogButton>
            ) : (
              <DialogButton look="secondary" at="row" onClick={() => copy(words)}>
                {copied ?? t('Copy')}
              </DialogButton>
            )}
          </div>
        </>
      ) : (
        <CloseButton label={t('Close')} onClick={() => close(() => forgetLeftWords(key))} />
      )}
    </div>
  )
}

/** Where the focus goes if there is no composer: to the message that Tab leads to, or to the pane if it has none. */
function findPlaceIn(pane: HTMLElement | null | undefined): HTMLElement | null | undefined {
  return pane?.querySelector<HTMLElement>('article[tabindex="0"]') ?? pane
}
