import { emojiGroups } from '@rivulet/blocks/emoji/groups'
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { SearchInput } from '#ui/SearchInput.tsx'
import { Emoji } from '#blocks/Emoji.tsx'
import { sendReaction } from '#store/client/pageClient.ts'
import { contentOf, useWorkspace, workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { searchEmoji, moveSelection, type EmojiSection } from './searchEmoji.ts'
import type { Opened } from '#ui/dialog/opening.ts'
import { pickerOpening, type PickerTarget } from './pickerTarget.ts'
import { recentEmoji, addRecentEmoji } from './recentEmoji.ts'
import styles from './EmojiPicker.module.css'

/** The picker of all emoji, with a search. It opens next to its button, or at the bottom on a phone. */
export function EmojiPicker({ opened: { about: target, time } }: { opened: Opened<PickerTarget> }) {
  const custom = useWorkspace((state) => state.emoji)
  const team = useWorkspace((state) => state.team.name)
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const sections = useMemo(() => sectionsFor(text, Object.keys(custom), team), [text, custom, team])
  const names = useMemo(() => sections.flatMap((section) => section.names), [sections])
  const active = names[selected]
  useLayoutEffect(() => {
    if (dialog.current) openBeside(dialog.current, target.anchor)
  }, [target])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${selected}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [selected, id])

  function pick(name: string | undefined) {
    if (name === undefined) return
    addRecentEmoji(name)
    addReaction(target, name)
    dialog.current?.close()
  }

  function onKeyDown(event: KeyboardEvent) {
    // While there is text, the left and right arrows move its cursor.
    const arrows = text === '' ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (event.key === 'Enter') pick(active)
    else if (arrows.includes(event.key)) {
      const sizes = sections.map((section) => section.names.length)
      setSelected(moveSelection(sizes, selected, event.key, columnsOf(list.current)))
    } else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles['picker']}
      aria-label={t('Add a reaction')}
      data-opened={time}
      onClose={() => pickerOpening.close(time)}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <SearchInput
        className={styles['search']}
        label={t('Search emoji')}
        placeholder={t('Search emoji')}
        listId={id}
        active={active === undefined ? undefined : selected}
        text={text}
        onText={(typed) => {
          setText(typed)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['list']} id={id} ref={list} role="listbox" aria-label={t('Emoji')}>
        <Sections sections={sections} id={id} selected={selected} onPick={pick} onPoint={setSelected} />
        {names.length === 0 && <p className={styles['none']}>{t('No emoji by that name.')}</p>}
      </div>
      <div className={styles['foot']} aria-hidden="true">
        {active !== undefined && (
          <>
            <span className={styles['sample']}>
              <Emoji name={active} />
            </span>
            <span className={styles['name']}>:{active}:</span>
          </>
        )}
      </div>
    </dialog>
  )
}

type SectionsProps = {
  sections: readonly EmojiSection[]
  id: string
  selected: number
  onPick: (name: string) => void
  onPoint: (selected: number) => void
}

function Sections({ sections, id, selected, onPick, onPoint }: SectionsProps) {
  let start = 0
  return sections.map((section) => {
    const from = start
    start += section.names.length
    const selectedInside = selected >= from && selected < start ? selected - from : -1
    return <Section key={section.title} {...{ section, id, from, selectedInside, onPick, onPoint }} />
  })
}

type SectionProps = Pick<SectionsProps, 'id' | 'onPick' | 'onPoint'> & {
  section: EmojiSection
  from: number
  selectedInside: number
}

/** A section renders again only when the selection enters it, leaves it, or moves inside it. */
const Section = memo(
  function Section({ section, id, from, selectedInside, onPick, onPoint }: SectionProps) {
    return (
      <div role="group" aria-label={section.title} className={styles['group']}>
        <p className={styles['title']} aria-hidden="true">
          {section.title}
        </p>
        <div className={styles['grid']}>
          {section.names.map((name, i) => (
            <span
              key={name}
              id={`${id}-${from + i}`}
              role="option"
              className={styles['option']}
              aria-label={name.replaceAll('_', ' ')}
              aria-selected={i === selectedInside}
              onClick={() => onPick(name)}
              onMouseMove={() => i === selectedInside || onPoint(from + i)}
            >
              <Emoji name={name} />
            </span>
          ))}
        </div>
      </div>
    )
  },
  (before, after) =>
    before.section === after.section && before.from === after.from && before.selectedInside === after.selectedInside,
)

function sectionsFor(text: string, custom: readonly string[], team: string): EmojiSection[] {
  if (text.trim() !== '') return [{ title: t('Found'), names: searchEmoji(emojiGroups, custom, text) }]
  const standard = emojiGroups.map(({ title, emoji }) => ({ title, names: emoji.map(({ name }) => name) }))
  const sections = [{ title: t('Often used'), names: recentEmoji() }, { title: team, names: custom }, ...standard]
  return sections.filter(({ names }) => names.length > 0)
}

/** Opens the dialog below the anchor, or above it if there is no room below. */
function openBeside(dialog: HTMLDialogElement, anchor: DOMRect): void {
  dialog.showModal()
  // On a phone, a focused search field would open a keyboard over half of the screen.
  if (matchMedia('(pointer: coarse)').matches) dialog.querySelector('input')?.blur()
  const { width, height } = dialog.getBoundingClientRect()
  const below = anchor.bottom + gap + height <= innerHeight - edge
  const top = below ? anchor.bottom + gap : Math.max(anchor.top - gap - height, edge)
  const fits = anchor.left + width <= innerWidth - edge
  const left = fits ? anchor.left : Math.max(anchor.right - width, edge)
  dialog.style.setProperty('--top', `${top}px`)
  dialog.style.setProperty('--left', `${left}px`)
}

const gap = 6
const edge = 8

/** Adds a reaction. Does nothing if the viewer has added it already. */
function addReaction({ channel, ts }: PickerTarget, name: string): void {
  const { you } = workspace.getState()
  const { reactions = [] } = contentOf(workspace.getState(), channel).messages[ts] ?? {}
  if (reactions.some((reaction) => reaction.name === name && reaction.users.includes(you))) return
  sendReaction(channel, ts, name, true)
}

function columnsOf(list: HTMLElement | null): number {
  const grid = list?.querySelector(`.${CSS.escape(styles['grid'] ?? '')}`)
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
}
