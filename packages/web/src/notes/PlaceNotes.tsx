import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { plainTextFromBlocks } from '@rivulet/blocks/plainText'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { openDraft, placeOf, shownDrafts } from '#drafts/draftPlaces.ts'
import { uploads } from '#files/uploads.ts'
import { waitingMessages } from '#files/waitingMessages.ts'
import { leftWords, takeFocusNext } from '#messages/editing/leftWords.ts'
import { channelTitle, isNamedChannel } from '#names/channelTitle.ts'
import { toMentionNames } from '#names/mentionNames.ts'
import { navigate, useRoute } from '#routing/route.ts'
import { askForChannel } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { NoteCard } from './NoteCard.tsx'
import styles from './Notes.module.css'

/** [DRF-5, MSG-36] What needs the person at a place that is not on the page. */
export function PlaceNotes() {
  const route = useRoute()
  const files = useStore(uploads)
  const waiting = useStore(waitingMessages)
  const left = useStore(leftWords)
  const unseen = useWorkspace((state) => state.unseen)
  const shown = shownDrafts(route)
  const failed = Object.keys(waiting).filter(
    (key) => waiting[key] && files[key]?.some(({ state }) => state === 'failed'),
  )
  /** The place of a channel that is gone has no threads. */
  const words = Object.keys(left).filter((key) => left[key]?.waiting && placeOf(key).thread_ts === undefined)

  // Whether the person sees a channel of an earlier page is not known yet.
  useEffect(() => Object.keys(left).forEach((key) => left[key]?.waiting && askForChannel(placeOf(key).channel)), [left])

  const failedElsewhere = failed.filter((key) => !shown.includes(key))
  const wordsElsewhere = words.filter((key) => unseen[key] && !shown.includes(key))
  if (failedElsewhere.length + wordsElsewhere.length === 0) return null
  return (
    <section className={styles['list']} aria-label={t('Notices')}>
      {failedElsewhere.map((key) => (
        <FailedUpload key={key} draft={key} />
      ))}
      {wordsElsewhere.map((key) => (
        <WordsOfGoneChannel key={key} channel={key} />
      ))}
    </section>
  )
}

function FailedUpload({ draft }: { draft: string }) {
  const place = placeOf(draft)
  const name = useWorkspace((state) => {
    const channel = state.channels[place.channel]
    return channel ? (isNamedChannel(channel) ? '#' : '') + channelTitle(channel, state) : ''
  })
  return (
    <PlaceNote
      title={t('Not sent yet: {place}', { place: name })}
      text={t('A file could not be uploaded. Retry or remove it, and the message is sent.')}
      onShow={() => openDraft(place)}
    />
  )
}

function WordsOfGoneChannel({ channel }: { channel: string }) {
  const waiting = useStore(leftWords, (all) => all[channel]?.waiting)
  const words = useWorkspace((state) =>
    plainTextFromBlocks(blocksFromMarkdown(waiting?.text ?? ''), toMentionNames(state)),
  )
  function show() {
    takeFocusNext(channel)
    navigate({ channel })
  }
  return (
    <PlaceNote
      title={t('Your change was not saved')}
      text={t('You cannot see its conversation any more. You had written: {words}', { words })}
      onShow={show}
    />
  )
}

function PlaceNote({ title, text, onShow }: { title: string; text: string; onShow: () => void }) {
  const [isAway, setAway] = useState(false)
  if (isAway) return null
  return (
    <NoteCard title={title} text={text} onPutAway={() => setAway(true)}>
      <DialogButton look="primary" at="row" onClick={onShow}>
        {t('Show')}
      </DialogButton>
    </NoteCard>
  )
}
