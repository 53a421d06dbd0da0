import { Emoji } from '#blocks/Emoji.tsx'
import { t } from '#words/t.ts'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './SuggestionList.module.css'

type Props = { id: string; names: readonly string[]; active: number; onSelect: (index: number) => void }

export function EmojiList({ names, ...list }: Props) {
  return (
    <SuggestionList {...list} label={t('Emoji')} items={names} keyOf={(name) => name}>
      {(name) => (
        <>
          <Emoji name={name} />
          <span className={styles['name']}>:{name}:</span>
        </>
      )}
    </SuggestionList>
  )
}
