import { useState } from 'react'
import { z } from 'zod'
import { factsOf } from '#inspect/filter/facts.ts'
import type { EntryItem } from '#inspect/journal/item.ts'
import { useJournal } from '#inspect/journal/useJournal.ts'
import { toPath } from '#routing/route.ts'
import { createIcon, JumpIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { CopyMenu } from './CopyMenu.tsx'
import styles from './Actions.module.css'

const AgainIcon = createIcon(<path d="M13 8a5 5 0 1 1-1.6-3.65M13 2.5v3h-3" />)

/** What one can do with an entry: copy it, send it again, look at its message in the client. */
export function Actions({ item }: { item: EntryItem }) {
  const { entry } = item
  const { channel, ts, threadTs } = factsOf(entry)
  const path =
    channel === undefined || ts === undefined
      ? undefined
      : toPath({ channel, message: ts, ...(threadTs === undefined || threadTs === ts ? {} : { thread: threadTs }) })
  return (
    <div className={styles['actions']}>
      <CopyMenu entry={entry} />
      {entry.kind !== 'act' && <SendAgain item={item} />}
      {path !== undefined && (
        <a className={styles['action']} href={path} target="rivulet-client" rel="noreferrer">
          <JumpIcon size={14} />
          {t('Open in the client')}
        </a>
      )}
    </div>
  )
}

const replayAnswer = z.object({ ok: z.boolean(), seq: z.number().optional(), detail: z.string().optional() })

/** Makes a call again as the same caller, or sends an event or interaction again. */
function SendAgain({ item }: { item: EntryItem }) {
  const { life } = useJournal()
  const [told, setTold] = useState<{ failed: boolean; words: string }>()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    setTold(undefined)
    setTold(await replay(item.entry.seq))
    setSending(false)
  }
  return (
    <>
      <button
        type="button"
        className={styles['action']}
        disabled={isSending || item.life !== life}
        data-tip={item.life === life ? undefined : t('The server does not know this entry any more.')}
        onClick={() => void send()}
      >
        <AgainIcon size={14} />
        {t('Send again')}
      </button>
      <span className={styles['told']} role="status" data-failed={told?.failed || undefined}>
        {told?.words}
      </span>
    </>
  )
}

async function replay(seq: number): Promise<{ failed: boolean; words: string }> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/control/replay', { method: 'POST', headers, body: JSON.stringify({ seq }) })
    const answer = replayAnswer.parse(await response.json())
    if (answer.ok) return { failed: false, words: t('Sent again: it is the newest entry.') }
    return { failed: true, words: answer.detail ?? t('It could not be sent again.') }
  } catch {
    return { failed: true, words: t('The server cannot be reached.') }
  }
}
