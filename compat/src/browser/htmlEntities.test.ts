import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { expect, test } from 'vitest'
import { signIn } from '#testing/browser'
import { readRecording } from '#testing/pageRecording'
import { directThread } from '#testing/sampleReply'
import { createClient } from '#testing/sdk'
import { startServer } from '#testing/server'

const references = [
  '&eacute; &NotEqualTilde; &CounterClockwiseContourIntegral; &frac34; &hellip; &zwnj; &Aacute; &aacute;',
  '&copy &nosuchname; &lt;img src=x onerror=alert(1)&gt; &amp;lt; &#x1F600; &#0; &#39; &AMP;',
  '`&eacute;` [&uuml;](https://example.com/&ouml;)',
]

test('a browser decodes the character references of a growing reply as the server does', async () => {
  const server = await startServer()
  const { page, errors, open } = await signIn(server, 'Ana Lima')
  await open(`/c/${directThread.channel}`)
  const stream = createClient(server).chatStream({ ...directThread, buffer_size: 1 })
  for (const line of references) await stream.append({ markdown_text: `${line}\n\n` })
  const message = page.locator(`[data-ts="${stream.ts}"]`).last()

  const [block] = blocksFromMarkdown(references[0]!)
  const text = JSON.stringify(block).match(/"text":"([^"]*)"/)?.[1]
  await expect.poll(() => message.textContent()).toContain(text)
  await expect.poll(() => message.textContent()).toContain("<img src=x onerror=alert(1)> &lt; 😀 \uFFFD ' &")
  await expect.poll(() => message.textContent()).toContain('&copy &nosuchname;')
  await expect.poll(() => message.locator('a').allTextContents()).toEqual(['ü'])
  const growing = await message.locator('p').allTextContents()

  await stream.stop()
  await expect.poll(() => message.getAttribute('data-streaming')).toBeNull()
  await expect.poll(() => message.locator('p').allTextContents()).toEqual(growing)
  expect([...errors, ...(await readRecording(page, stream.ts ?? '')).violations]).toEqual([])
})
