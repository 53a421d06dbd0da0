import { processorTime } from '@rivulet/blocks/testing/processorTime'
import { expect, test } from 'vitest'
import { nameBrowser } from './browserNames.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const likeChrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0'

test.each([
  [`${windows} ${likeChrome} Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} ${likeChrome} Safari/537.36 Edg/143.0.0.0`, 'Edge', 'Windows'],
  [`${mac} ${likeChrome} Safari/537.36 OPR/120.0`, 'Opera', 'macOS'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 'Safari', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${likeChrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/143.0 Mobile/15E148 Safari/604.1', 'Chrome', 'iPhone'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['curl/8.9.1', '', ''],
  [undefined, '', ''],
])('[SES-12] of %s the names are kept', (userAgent, browser, system) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system })
})

test('[SES-12] one that is made to be long holds up nobody', () => {
  const before = processorTime()
  expect(nameBrowser(`Version/${'1'.repeat(30_000)}`)).toEqual({ browser: '', system: '' })
  expect(processorTime() - before).toBeLessThan(200)
})
