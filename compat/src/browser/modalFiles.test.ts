import type { ModalView } from '@slack/web-api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDeskApp, plainText } from '#testing/deskApp'
import { signInAt } from '#testing/person'
import { startAppServer, type Server } from '#testing/server'

const filesModal: ModalView = {
  type: 'modal',
  callback_id: 'proof',
  title: plainText('A broken printer'),
  submit: plainText('Send'),
  blocks: [
    {
      type: 'input',
      block_id: 'f',
      label: plainText('What does it look like?'),
      hint: plainText('A picture says most.'),
      element: { type: 'file_input', action_id: 'a', filetypes: ['png', 'txt'], max_files: 2 },
    },
  ],
}

/** Starts an app that asks for files in a modal, and reads the files that it gets. */
async function startFilesApp(server: Server) {
  return startDeskApp(server, (app, done) => {
    app.shortcut({ callback_id: 'ticket', type: 'shortcut' }, async ({ ack, client, shortcut }) => {
      await ack()
      await client.views.open({ trigger_id: shortcut.trigger_id, view: filesModal })
    })
    app.view('proof', async ({ ack, view, client }) => {
      await ack()
      const { files = [] } = view.state.values['f']?.['a'] ?? {}
      for (const { id, name, url_private_download: url } of files) {
        const { file } = await client.files.info({ file: id })
        const response = await fetch(url, { headers: { authorization: `Bearer ${client.token}` } })
        done({ name, size: file?.size, text: await response.text() })
      }
    })
  })
}

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Drops files on the field. */
async function dropFiles(page: Page, files: { name: string; text: string }[]) {
  const transfer = await page.evaluateHandle((list) => {
    const all = new DataTransfer()
    for (const { name, text } of list) all.items.add(new File([text], name))
    return all
  }, files)
  const field = page.getByLabel('What does it look like?')
  await field.dispatchEvent('dragover', { dataTransfer: transfer })
  await field.dispatchEvent('drop', { dataTransfer: transfer })
}

test('a person adds files in a modal, and the app reads them', async () => {
  const server = await startAppServer()
  const desk = await startFilesApp(server)
  const ana = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
  const { page } = ana
  await page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
  await page.getByRole('menuitem', { name: /Open a ticket/ }).click()
  const modal = page.getByRole('dialog', { name: 'A broken printer' })
  const field = modal.getByLabel('What does it look like?')
  const list = modal.getByRole('list', { name: 'Files of this form' })
  await modal.getByText('PNG, TXT, up to 2 files, 10 MB each').waitFor()

  const send = modal.getByRole('button', { name: 'Send' })
  await send.click()
  await modal.getByText('Add a file.').waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)

  await field.setInputFiles(textFile('notes.txt', 'It smokes.'))
  await list.getByText('notes.txt').waitFor()
  await expect.poll(() => modal.getByText('Add a file.').count()).toBe(0)
  await field.setInputFiles(textFile('notes.exe', 'x'))
  await modal.getByText('notes.exe is not one of PNG, TXT.').waitFor()

  await dropFiles(page, [{ name: 'smoke.txt', text: 'More smoke.' }])
  await list.getByText('smoke.txt').waitFor()
  await modal.getByText('2 files at most.').waitFor()
  await expect.poll(() => field.isDisabled()).toBe(true)
  await list.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.setInputFiles([textFile('ink.txt', 'None left.'), textFile('paper.txt', 'x')])
  await modal.getByText('2 files at most.').first().waitFor()
  await expect
    .poll(() => list.getByRole('listitem').allTextContents())
    .toEqual([expect.stringContaining('smoke.txt'), expect.stringContaining('ink.txt')])

  await expect.poll(() => list.getByRole('progressbar').count()).toBe(0)
  await send.click()
  await expect.poll(() => modal.count()).toBe(0)
  await expect
    .poll(() => desk.done)
    .toEqual([
      { name: 'smoke.txt', size: 11, text: 'More smoke.' },
      { name: 'ink.txt', size: 10, text: 'None left.' },
    ])
  expect(ana.errors).toEqual([])
})

test('a modal that was closed opens again without its files', async () => {
  const server = await startAppServer()
  await startFilesApp(server)
  const { page, errors } = await signInAt(server, 'Ana Lima', '/c/C0GENERAL')
  const openModal = async () => {
    await page.getByRole('button', { name: 'Shortcuts', exact: true }).click()
    await page.getByRole('menuitem', { name: /Open a ticket/ }).click()
  }
  const modal = page.getByRole('dialog', { name: 'A broken printer' })
  await openModal()
  await modal.getByLabel('What does it look like?').setInputFiles(textFile('notes.txt', 'It smokes.'))
  await modal.getByText('notes.txt').waitFor()
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => modal.count()).toBe(0)
  await openModal()
  await modal.getByText('Choose files').waitFor()
  await expect.poll(() => modal.getByText('notes.txt').count()).toBe(0)
  expect(errors).toEqual([])
})
