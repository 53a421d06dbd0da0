import { useRef, type ChangeEvent } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { scalePicture } from './scalePicture.ts'
import styles from '#people/People.module.css'

type Props = {
  /** What was chosen, as a data URL; empty to have no picture; undefined to keep what is. */
  picture: string | undefined
  onPicture: (picture: string) => void
  onProblem: (problem: string | undefined) => void
}

/** The person's picture, with buttons to choose another and to remove it. */
export function PictureField({ picture, onPicture, onProblem }: Props) {
  const user = useWorkspace((state) => state.users[state.you])
  const input = useRef<HTMLInputElement>(null)
  if (!user) return null

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    const scaled = await scalePicture(file)
    // Otherwise the same file could not be chosen again.
    target.value = ''
    onProblem(
      scaled === undefined ? t('That is not a picture that can be read. Choose a PNG, JPEG or GIF.') : undefined,
    )
    if (scaled !== undefined) onPicture(scaled)
  }

  return (
    <div className={styles['picture']}>
      <Avatar id={user.id} label={user.label} size={72} picture={picture} />
      <input ref={input} type="file" accept="image/*" hidden onChange={(event) => void choose(event)} />
      <DialogButton look="secondary" at="row" onClick={() => input.current?.click()}>
        {t('Choose a picture')}
      </DialogButton>
      {(picture ?? user.picture) && (
        <DialogButton look="quiet" at="row" aria-label={t('Remove the picture')} onClick={() => onPicture('')}>
          {t('Remove')}
        </DialogButton>
      )}
    </div>
  )
}
