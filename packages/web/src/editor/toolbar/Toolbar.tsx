import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { shortcutWords } from '#keys/shortcutWords.ts'
import { ariaKeys } from '#keys/shortcuts.ts'
import { LinkIcon } from '#ui/lateIcons.tsx'
import { activeFormats, type Format, formats } from '#editor/commands/formats.ts'
import { t } from '#words/t.ts'
import { icons } from './formatIcons.tsx'
import { LinkForm } from './LinkForm.tsx'
import styles from './Toolbar.module.css'

type Props = {
  view: EditorView
  state: EditorState
  /** Whether the address of a link is asked for. */
  linking: boolean
  onLinking: (linking: boolean) => void
}

const buttons: readonly (Format | 'link')[] = [
  'bold',
  'italic',
  'strike',
  'link',
  'orderedList',
  'bulletList',
  'blockquote',
  'code',
  'codeBlock',
]
const startsGroup = new Set<Format | 'link'>(['link', 'orderedList', 'blockquote', 'code'])

/** The buttons for formats. Arrow keys move between them. */
export function Toolbar({ view, state, linking, onLinking }: Props) {
  const [stop, setStop] = useState(0)
  const active = activeFormats(state)

  if (linking) {
    const close = () => {
      onLinking(false)
      view.focus()
    }
    return <LinkForm view={view} onClose={close} />
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Escape') {
      event.stopPropagation()
      view.focus()
    }
    if (step === undefined) return
    event.preventDefault()
    const next = (stop + step + buttons.length) % buttons.length
    setStop(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  function press(name: Format | 'link') {
    if (name === 'link') return onLinking(true)
    formats[name](view.state, view.dispatch)
    view.focus()
  }

  return (
    <div className={styles['toolbar']} role="toolbar" aria-label={t('Formats')} onKeyDown={onKeyDown}>
      {buttons.map((name, i) => {
        const isOff = name !== 'link' && !formats[name](state)
        return (
          <ToolbarButton
            key={name}
            shortcut={name}
            isActive={active.has(name)}
            isOff={isOff}
            startsGroup={startsGroup.has(name)}
            isStop={i === stop}
            onPress={() => !isOff && press(name)}
          >
            {name === 'link' ? <LinkIcon /> : icons[name]({})}
          </ToolbarButton>
        )
      })}
    </div>
  )
}

type ButtonProps = {
  shortcut: Format | 'link'
  isActive: boolean
  isOff: boolean
  startsGroup: boolean
  isStop: boolean
  onPress: () => void
  children: ReactNode
}

function ToolbarButton({ shortcut, isActive, isOff, startsGroup, isStop, onPress, children }: ButtonProps) {
  const label = shortcutWords[shortcut]
  return (
    <button
      type="button"
      className={styles['button']}
      aria-label={label}
      data-tip=""
      aria-keyshortcuts={ariaKeys(shortcut)}
      aria-pressed={isActive}
      aria-disabled={isOff || undefined}
      data-starts-group={startsGroup || undefined}
      tabIndex={isStop ? 0 : -1}
      // Keeps the focus, and a phone's keyboard, where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
