import { expandMarkdown } from '@rivulet/blocks/expandMarkdown'
import { blocksFromReply } from '@rivulet/blocks/replyBlocks'
import { useMemo } from 'react'
import { Blocks } from '#blocks/Blocks.tsx'
import { StreamingContext } from '#blocks/viewer.ts'
import { Name } from '#inspect/list/Name.tsx'
import { createStreamBlocks } from '#store/streams/streamBlocks.ts'
import { t } from '#words/t.ts'
import type { ReadStream } from './readStream.ts'
import styles from './StreamView.module.css'

type Props = { stream: ReadStream; step: number }

/** The message as it stood after an append. Its buttons are drawn and do nothing. */
export function ShownMessage({ stream, step }: Props) {
  const toBlocks = useMemo(() => createStreamBlocks(), [])
  const current = stream.steps[step]
  const isOpen = current?.call.method !== 'chat.stopStream'
  const { display, team, app, statuses } = stream
  const blocks = useMemo(() => {
    if (!current) return []
    const { reply } = current
    const shown = isOpen
      ? toBlocks({ shown: reply, display })
      : expandMarkdown(blocksFromReply(reply, { display, open: false }))
    return [...shown, ...current.blocks]
  }, [toBlocks, current, display, isOpen])
  const status = current && statuses.find(({ from, to }) => from <= current.to && (to ?? Infinity) > current.to)
  return (
    <section className={styles['shown']} aria-label={t('The message at this moment')} data-testid="shown">
      <h3>
        {t('On screen')}
        {app !== undefined && (
          <span>
            {' · '}
            <Name team={team} id={app} />
          </span>
        )}
      </h3>
      <div className={styles['message']} inert={blocks.some(({ type }) => type === 'actions' || type === 'input')}>
        <StreamingContext value={isOpen}>
          <Blocks blocks={blocks} caret={isOpen} />
        </StreamingContext>
        {blocks.length === 0 && <p className={styles['none']}>{t('Nothing to see yet.')}</p>}
      </div>
      {status && (
        <p className={styles['statusLine']}>
          <bdi>{status.text}</bdi>
        </p>
      )}
    </section>
  )
}
