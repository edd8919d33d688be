import type { PeerName } from '../peers/peers.ts'

/** One marker shape for each server, so that colour is not the only distinction. Drawn around 0,0. */
export const marks: Readonly<Record<PeerName, string>> = {
  strapi: '<rect class="strapi" x="-4" y="-4" width="8" height="8"/>',
  handWritten: '<circle class="handWritten" r="4"/>',
  lectern: '<circle class="lectern" r="5"/>',
  warm: '<path class="warm" d="M0-6 6 0 0 6-6 0Z"/>',
}

// The picture has its own background, so that it is legible on any page.
const light = `
    .ground { fill: #ffffff } .strong { fill: #1f2328 } text { fill: #59636e }
    .grid { stroke: #d1d9e0 } .way { stroke: #b0b8c0 }
    .strapi { fill: #bc4c00 } .handWritten { fill: #ffffff; stroke: #59636e } .lectern { fill: #0969da } .warm { fill: #8250df }`

const dark = `
      .ground { fill: #0d1117 } .strong { fill: #f0f6fc } text { fill: #9198a1 }
      .grid { stroke: #30363d } .way { stroke: #59636e }
      .strapi { fill: #f0883e } .handWritten { fill: #0d1117; stroke: #9198a1 } .lectern { fill: #4493f8 } .warm { fill: #ab7df8 }`

export const style = `  <style>
    text { font: 12px system-ui, sans-serif } .strong { font-weight: 600 } .end { text-anchor: end } .middle { text-anchor: middle }
    .handWritten { stroke-width: 2 } .way { stroke-width: 2 }${light}
    @media (prefers-color-scheme: dark) {${dark}
    }
  </style>`
