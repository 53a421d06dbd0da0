import { language, setCatalogue } from './t.ts'

// Everything else waits for this, because it is the first module. English needs no catalogue.
if (language === 'de') {
  try {
    setCatalogue((await import('./de.json')).default)
  } catch {
    // Without its words, the client is in English.
  }
}
