/** One entry of HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/. */
export interface HarEntry extends Record<string, unknown> {
  startedDateTime: string
}
