/** What a browser says of itself, in words; `''` for what is not known. */
export interface BrowserNames {
  browser: string
  system: string
}

/** The first that fits counts: most browsers also claim to be others. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** No browser says more of itself. Long ones would take long to search. */
const mostRead = 500

/** [SES-12] Only these words are kept of a user agent. */
export function nameBrowser(userAgent = ''): BrowserNames {
  const read = userAgent.slice(0, mostRead)
  const find = (names: typeof browsers) => names.find(([form]) => form.test(read))?.[1] ?? ''
  return { browser: find(browsers), system: find(systems) }
}
