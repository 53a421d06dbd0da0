import { resolveEmoji } from '@rivulet/blocks/emoji'
import { safeHref } from '@rivulet/blocks/links'
import { hueOf, initialsOf } from 'rivulet/initials'
import { useWorkspace } from '#store/workspace/workspace.ts'
import styles from './Avatar.module.css'

type Props = {
  /** The user's id, which gives the colour. */
  id: string
  label: string
  app?: boolean
  size?: 16 | 20 | 24 | 36 | 72
  iconEmoji?: string | undefined
  iconUrl?: string | undefined
  /** In place of the picture that the person has; empty for none. */
  picture?: string | undefined
}

/**
 * The picture of a user: round for a person, a stone with two lines of water for an app. Its letters are not in the text
 * of the page.
 */
export function Avatar({ id, label, app = false, size = 36, iconEmoji, iconUrl, picture }: Props) {
  return (
    <span
      className={styles['face']}
      data-app={app || undefined}
      data-size={size}
      data-hue={hueOf(id)}
      aria-hidden="true"
    >
      <Inside id={id} label={label} app={app} iconEmoji={iconEmoji} iconUrl={iconUrl} picture={picture} />
    </span>
  )
}

function Inside({ id, label, app, iconEmoji, iconUrl, picture: chosen }: Omit<Props, 'size'>) {
  const own = useWorkspace((state) => state.users[id]?.picture)
  const picture = chosen ?? own
  const emoji = useWorkspace((state) => state.emoji)
  if (iconEmoji) {
    const shown = resolveEmoji({ name: iconEmoji.replaceAll(/^:|:$/g, '') }, emoji)
    if (shown && 'picture' in shown) return <img src={shown.picture} alt="" />
    if (shown) return <span className={styles['emoji']}>{shown.characters}</span>
  }
  const url = iconUrl && safeHref(iconUrl)
  if (url?.startsWith('http')) return <img src={url} alt="" referrerPolicy="no-referrer" />
  if (picture) return <img src={picture} alt="" />
  if (!app) return <span className={styles['initials']} data-initials={initialsOf(label)} />
  return (
    <>
      <span className={styles['initials']} data-initials={[...initialsOf(label)][0]} />
      <svg className={styles['water']} viewBox="0 0 20 6" preserveAspectRatio="none">
        <path d="M1 1.5c4 0 5 1.6 9 1.6s5-1 9-1" />
        <path d="M1 4c4 0 5 1.4 9 1.4s5-1 9-1" />
      </svg>
    </>
  )
}
