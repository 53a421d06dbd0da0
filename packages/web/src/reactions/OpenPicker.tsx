import { emojiGroups } from '@rivulet/blocks/emojiGroups'
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { SearchBox } from '#app/SearchBox.tsx'
import { Emoji } from '#blocks/Emoji.tsx'
import { react } from '#store/client.ts'
import { conversationOf, useWorkspace, workspace } from '#store/workspace.ts'
import { found, moved, type Shown } from './find.ts'
import { stopPicking, type Picking } from './picking.ts'
import { recentEmoji, rememberEmoji } from './recent.ts'
import styles from './Picker.module.css'

/** All emoji, to be looked through or searched. It stands beside where it was opened; on a phone, at the foot. */
export function OpenPicker({ of }: { of: Picking }) {
  const own = useWorkspace((state) => state.emoji)
  const team = useWorkspace((state) => state.team.name)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const groups = useMemo(() => shownFor(text, Object.keys(own), team), [text, own, team])
  const names = useMemo(() => groups.flatMap((group) => group.names), [groups])
  const active = names[at]
  useLayoutEffect(() => {
    if (dialog.current) openBeside(dialog.current, of.near)
  }, [of])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${at}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])

  function pick(name: string | undefined) {
    if (name === undefined) return
    rememberEmoji(name)
    addReaction(of, name)
    dialog.current?.close()
  }

  function onKeyDown(event: KeyboardEvent) {
    // While something is typed, left and right are the text's.
    const keys = text === '' ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (event.key === 'Enter') pick(active)
    else if (keys.includes(event.key)) {
      const sizes = groups.map((group) => group.names.length)
      setAt(moved(sizes, at, event.key, columnsOf(list.current)))
    } else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles['picker']}
      aria-label="Add a reaction"
      onClose={stopPicking}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <SearchBox
        className={styles['search']}
        label="Search emoji"
        placeholder="Search emoji"
        list={id}
        at={active === undefined ? undefined : at}
        text={text}
        onText={(typed) => {
          setText(typed)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['list']} id={id} ref={list} role="listbox" aria-label="Emoji">
        <Groups groups={groups} id={id} at={at} onPick={pick} onPoint={setAt} />
        {names.length === 0 && <p className={styles['none']}>No emoji by that name.</p>}
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

type GroupsProps = {
  groups: readonly Shown[]
  id: string
  at: number
  onPick: (name: string) => void
  onPoint: (at: number) => void
}

function Groups({ groups, id, at, onPick, onPoint }: GroupsProps) {
  let start = 0
  return groups.map((group) => {
    const from = start
    start += group.names.length
    const inside = at >= from && at < start ? at - from : -1
    return <Group key={group.title} {...{ group, id, from, inside, onPick, onPoint }} />
  })
}

type GroupProps = Pick<GroupsProps, 'id' | 'onPick' | 'onPoint'> & { group: Shown; from: number; inside: number }

/** Drawn anew only when the pointer comes into it or leaves it. */
const Group = memo(
  function Group({ group, id, from, inside, onPick, onPoint }: GroupProps) {
    return (
      <div role="group" aria-label={group.title} className={styles['group']}>
        <p className={styles['title']} aria-hidden="true">
          {group.title}
        </p>
        <div className={styles['grid']}>
          {group.names.map((name, i) => (
            <span
              key={name}
              id={`${id}-${from + i}`}
              role="option"
              className={styles['option']}
              aria-label={name.replaceAll('_', ' ')}
              aria-selected={i === inside}
              onClick={() => onPick(name)}
              onMouseMove={() => i === inside || onPoint(from + i)}
            >
              <Emoji name={name} />
            </span>
          ))}
        </div>
      </div>
    )
  },
  (before, now) => before.group === now.group && before.from === now.from && before.inside === now.inside,
)

function shownFor(text: string, own: readonly string[], team: string): Shown[] {
  if (text.trim() !== '') return [{ title: 'Found', names: found(emojiGroups, own, text) }]
  const standard = emojiGroups.map(({ title, emoji }) => ({ title, names: emoji.map(({ name }) => name) }))
  const groups = [{ title: 'Often used', names: recentEmoji() }, { title: team, names: own }, ...standard]
  return groups.filter(({ names }) => names.length > 0)
}

/** Below what it was opened from, else above it. */
function openBeside(dialog: HTMLDialogElement, near: DOMRect): void {
  dialog.showModal()
  // A keyboard that rises at once would cover half of a phone.
  if (matchMedia('(pointer: coarse)').matches) dialog.querySelector('input')?.blur()
  const { width, height } = dialog.getBoundingClientRect()
  const below = near.bottom + gap + height <= innerHeight - edge
  const top = below ? near.bottom + gap : Math.max(near.top - gap - height, edge)
  const fits = near.left + width <= innerWidth - edge
  const left = fits ? near.left : Math.max(near.right - width, edge)
  dialog.style.setProperty('--top', `${top}px`)
  dialog.style.setProperty('--left', `${left}px`)
}

const gap = 6
const edge = 8

/** What the viewer has given already stays. */
function addReaction({ channel, ts }: Picking, name: string): void {
  const { you } = workspace.getState()
  const { reactions = [] } = conversationOf(workspace.getState(), channel).messages[ts] ?? {}
  if (reactions.some((reaction) => reaction.name === name && reaction.users.includes(you))) return
  react(channel, ts, name, true)
}

function columnsOf(list: HTMLElement | null): number {
  const grid = list?.querySelector(`.${CSS.escape(styles['grid'] ?? '')}`)
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
}
