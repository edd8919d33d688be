/** The browser of the machine, if it has one: tests that need it are skipped where it does not. */

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The first is headless only, and takes a third of the CPU time of the others. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Undefined where no browser is installed. */
export const CHROMIUM = PLACES.find((place) => existsSync(place))

/** It makes requests to the page's own server only. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM ?? '', args: ARGUMENTS })
}
