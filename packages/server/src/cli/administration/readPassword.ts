import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Reads a new password: twice from a terminal, without an echo, or once from standard input. */
export async function readPassword(whose: string): Promise<string> {
  const password = await readSecret(`New password of ${whose}: `)
  if (process.stdin.isTTY && (await readSecret('Once more: ')) !== password)
    throw new Error('The two passwords are not the same. Nothing was changed: run the command again.')
  return password
}

/** Reads one line from a terminal without an echo, or all of standard input, which is one line. */
export async function readSecret(prompt: string): Promise<string> {
  const secret = process.stdin.isTTY ? await ask(prompt) : (await text(process.stdin)).replace(/\r?\n$/, '')
  if (/[\r\n]/.test(secret))
    throw new Error('Standard input holds more than one line. Nothing was changed: write one line to it.')
  if (secret === '')
    throw new Error(`${process.stdin.isTTY ? 'Nothing was typed' : 'Standard input is empty'}. Nothing was changed.`)
  return secret
}

function ask(prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  // From here on the terminal does not echo.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(prompt)
  return new Promise((done, failed) => {
    terminal.once('line', (line) => {
      done(line)
      terminal.close()
    })
    terminal.once('close', () => {
      process.stderr.write('\n')
      failed(new Error('Nothing was changed.'))
    })
  })
}
