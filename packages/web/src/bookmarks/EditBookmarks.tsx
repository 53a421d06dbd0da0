import type { ViewerBookmark } from 'rivulet/feedProtocol'
import { useEffect, useRef, useState } from 'react'
import { Emoji } from '#blocks/Emoji.tsx'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { DialogFooter } from '#channels/dialogParts/DialogFooter.tsx'
import { DialogForm, LabeledField } from '#channels/dialogParts/DialogForm.tsx'
import { DialogList, DialogRow } from '#channels/dialogParts/DialogList.tsx'
import { keep } from '#store/client/keep.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { LinkIcon } from '#ui/lateIcons.tsx'
import { t } from '#words/t.ts'
import styles from './EditBookmarks.module.css'

const blank = { title: '', link: '', emoji: '' }

/** The bookmarks of a channel, and a form that adds one or changes one. */
export function EditBookmarks({ channel }: { channel: string }) {
  const bookmarks = useWorkspace((state) => contentOf(state, channel).bookmarks)
  const [edited, setEdited] = useState<ViewerBookmark>()
  const [error, setError] = useState<string>()

  async function remove({ id }: ViewerBookmark) {
    const result = await keep({ type: 'unbookmark', channel, bookmark: id })
    setError(result.ok ? undefined : result.detail)
    if (id === edited?.id) setEdited(undefined)
  }

  return (
    <>
      {bookmarks.length > 0 && (
        <div className={styles['list']}>
          <DialogList label={t('Bookmarks')} emptyText={undefined}>
            {bookmarks.map((bookmark) => (
              <DialogRow key={bookmark.id}>
                <span className={styles['icon']}>
                  {bookmark.emoji ? <Emoji name={bookmark.emoji.slice(1, -1)} /> : <LinkIcon size={14} />}
                </span>
                <span className={styles['bookmark']}>
                  <b>{bookmark.title}</b>
                  <small>{bookmark.link}</small>
                </span>
                <DialogButton
                  look="secondary"
                  at="row"
                  aria-label={t('Edit {title}', { title: bookmark.title })}
                  onClick={() => setEdited(bookmark)}
                >
                  {t('Edit')}
                </DialogButton>
                <DialogButton
                  look="quiet"
                  at="row"
                  aria-label={t('Remove {title}', { title: bookmark.title })}
                  onClick={() => void remove(bookmark)}
                >
                  {t('Remove')}
                </DialogButton>
              </DialogRow>
            ))}
          </DialogList>
        </div>
      )}
      <DialogError text={error} />
      <BookmarkForm
        key={edited?.id ?? bookmarks.length}
        channel={channel}
        edited={edited}
        onDone={() => setEdited(undefined)}
      />
    </>
  )
}

type FormProps = { channel: string; edited: ViewerBookmark | undefined; onDone: () => void }

function BookmarkForm({ channel, edited, onDone }: FormProps) {
  const [{ title, link, emoji }, setFields] = useState({ ...blank, ...edited })
  const [error, setError] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const change = (field: keyof typeof blank) => (event: { target: { value: string } }) => {
    setFields((fields) => ({ ...fields, [field]: event.target.value }))
    setError(undefined)
  }

  async function save() {
    const address = /^[a-z][a-z0-9+.-]*:/i.test(link.trim()) ? link.trim() : `https://${link.trim()}`
    const which = edited ? { bookmark: edited.id } : {}
    const result = await keep({ type: 'bookmark', channel, ...which, title, link: address, emoji })
    if (!result.ok) return setError(result.detail)
    setFields(blank)
    onDone()
  }

  return (
    <DialogForm onSubmit={() => void save()}>
      <LabeledField id="bookmark-link" label={t('Link')}>
        <input
          id="bookmark-link"
          ref={first}
          data-first
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={3000}
          placeholder="https://example.com/handbook"
          aria-invalid={error !== undefined}
          aria-describedby="bookmark-problem"
          value={link}
          onChange={change('link')}
        />
      </LabeledField>
      <LabeledField id="bookmark-title" label={t('Title')}>
        <input
          id="bookmark-title"
          required
          autoComplete="off"
          maxLength={255}
          placeholder={t('Handbook')}
          value={title}
          onChange={change('title')}
        />
      </LabeledField>
      <LabeledField id="bookmark-emoji" label={t('Emoji, if you like')}>
        <input
          id="bookmark-emoji"
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          placeholder=":books:"
          value={emoji}
          onChange={change('emoji')}
        />
      </LabeledField>
      <DialogError id="bookmark-problem" text={error} inForm />
      <DialogFooter inForm>
        {edited && (
          <DialogButton look="secondary" at="footer" onClick={onDone}>
            {t('Cancel')}
          </DialogButton>
        )}
        <DialogButton look="primary" at="footer" type="submit" disabled={!title.trim() || !link.trim()}>
          {edited ? t('Save') : t('Add')}
        </DialogButton>
      </DialogFooter>
    </DialogForm>
  )
}
