import { listMadePages } from './.vitepress/sources.ts'

/** A page of the site for each error, event and matcher, and for what lies outside of this folder. */
export default {
  paths: () => listMadePages().map(({ page, content }) => ({ params: { page }, content })),
}
