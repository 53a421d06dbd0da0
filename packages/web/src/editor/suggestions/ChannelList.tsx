import type { ViewerChannel } from 'rivulet/feedProtocol'
import { ChannelIcon } from '#ui/ChannelIcon.tsx'
import { t } from '#words/t.ts'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './SuggestionList.module.css'

type Props = { id: string; channels: readonly ViewerChannel[]; active: number; onSelect: (index: number) => void }

export function ChannelList({ channels, ...list }: Props) {
  return (
    <SuggestionList {...list} label={t('Channels')} items={channels} keyOf={({ id }) => id}>
      {({ kind, name }) => (
        <>
          <ChannelIcon kind={kind} size={16} />
          <span className={styles['name']}>{name}</span>
        </>
      )}
    </SuggestionList>
  )
}
