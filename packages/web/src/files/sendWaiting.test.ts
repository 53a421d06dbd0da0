import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { changeDraft, currentDraft } from '#store/browser/drafts.ts'
import { outbox } from '#store/pending/outbox.ts'
import { sendWaiting } from './sendWaiting.ts'
import { deleteUploads, type Upload, uploads } from './uploads.ts'
import { letWait, waitingMessages } from './waitingMessages.ts'

/** Each test has a draft of its own: the page remembers what was typed there. */
let draft = ''
let tests = 0

beforeEach(() => {
  tests += 1
  draft = `C${tests}`
  onTestFinished(sendWaiting())
  onTestFinished(() => outbox.store.setState([], true))
})

const sent = () => outbox.store.getState().map(({ text, files = [], broadcast }) => [text, files.length, broadcast])

function put(state: Upload['state']): void {
  const [content, cancel] = [new File(['Bring water'], 'notes.txt'), new AbortController()]
  const upload = { id: 'a', name: 'notes.txt', size: 11, content, cancel, state, sent: 0 }
  uploads.setState({ [draft]: [{ ...upload, ...(state === 'ready' ? { file: 'F1' } : {}) }] })
}

function write(text: string): void {
  changeDraft(draft, { text, picked: [] })
}

/** The person presses Enter while a file is uploaded. */
function wait(typed: string): void {
  put('sending')
  write(typed)
  letWait(draft, { text: typed, typed, channel: 'C1', threadTs: '1.1', broadcast: true })
}

test('[DRF-5] a message is sent once, as it was, when its files are uploaded', () => {
  wait('For the walk')
  expect(sent()).toEqual([])
  put('ready')
  expect(sent()).toEqual([['For the walk', 1, true]])
  expect([currentDraft(draft).text, uploads.getState()[draft]]).toEqual(['', []])
})

test('[DRF-5] a message whose draft was deleted, sent or changed elsewhere is not sent', () => {
  for (const text of ['', 'For the walk and']) {
    wait('For the walk')
    write(text)
    expect(waitingMessages.getState()[draft]).toBeUndefined()
    put('ready')
    expect([sent(), currentDraft(draft).text]).toEqual([[], text])
  }
})

test('[DRF-5] a message waits while an upload has failed, and is sent once it was tried again or removed', () => {
  wait('For the walk')
  put('failed')
  expect(sent()).toEqual([])
  put('sending')
  put('ready')
  expect(sent()).toEqual([['For the walk', 1, true]])

  wait('Without it')
  put('failed')
  deleteUploads(draft)
  expect(sent().slice(1)).toEqual([['Without it', 0, true]])
})

test('[DRF-5] nothing is sent if there were only files, and they were removed', () => {
  wait('')
  deleteUploads(draft)
  expect([sent(), waitingMessages.getState()[draft]]).toEqual([[], undefined])
})
