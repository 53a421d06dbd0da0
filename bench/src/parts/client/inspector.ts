import type { Browser, Page } from 'playwright-core'
import { median, type ReportRow } from '#report'
import { startRivulet } from '@rivulet/testing'
import { openProbedPage } from './page.ts'

/** The inspector with as many entries as the journal keeps: how late a call is shown, and how frames are while one scrolls. */
export async function measureInspector(browser: Browser, entries: number, calls: number): Promise<ReportRow[]> {
  await using server = await startRivulet()
  for (let done = 0; done < entries; done += 100)
    await Promise.all(Array.from({ length: 100 }, (_, i) => fetch(`${server.apiUrl}api.test?before=${done + i}`)))
  const { page, close } = await openProbedPage(browser)
  try {
    await page.goto(`${server.url}/inspect`)
    await page.getByText(`before: ${entries - 1}`).waitFor()
    const delays = []
    for (let i = 0; i < calls; i++) delays.push(await showCall(page, i))
    const frames = await scrollThrough(page)
    const late = frames.filter((ms) => ms > 50)
    return [
      {
        what: `inspector with ${entries} entries: from the answer to a call to its row on the screen, median and longest of ${calls}`,
        figure: `${median(delays).toFixed(0)} ms, ${Math.max(...delays).toFixed(0)} ms`,
        goal: { atMost: 100, unit: ' ms', value: Math.max(...delays) },
      },
      {
        what: 'frames over 50 ms while all of them are scrolled through',
        figure: `${late.length} of ${frames.length}, longest ${Math.max(...frames).toFixed(0)} ms`,
        goal: { atMost: 1, unit: ' %', value: (late.length / frames.length) * 100 },
      },
    ]
  } finally {
    await close()
  }
}

/** Makes a call from the page, and resolves with the milliseconds from its answer until its row is painted. */
function showCall(page: Page, i: number): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const painted = new Promise((done) => {
      const look = () => document.querySelector('[role=grid]').textContent.includes('after: ${i}.')
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
        : requestAnimationFrame(look)
      look()
    })
    await fetch('/api/api.test?after=${i}.')
    const answered = performance.now()
    return await painted - answered
  })()`)
}

/** Scrolls from the newest entry to the oldest and back, and returns how long each frame took, in milliseconds. */
async function scrollThrough(page: Page): Promise<number[]> {
  await page.getByRole('grid').hover()
  await page.evaluate('probe.start()')
  for (const direction of [-1, 1]) {
    for (let n = 0; n < 150; n++) {
      await page.mouse.wheel(0, direction * 3000)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  }
  return page.evaluate<number[]>('probe.stop().frames')
}
