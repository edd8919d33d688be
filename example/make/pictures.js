/** The pictures of the magazine, as shapes: name → file, words for those who cannot see it, and the drawing. */

const WIDTH = 720
const HEIGHT = 480

const svg = (shapes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${shapes}</svg>`

/** `count` shapes, each drawn from its number. */
const repeat = (count, draw) => Array.from({ length: count }, (_, index) => draw(index)).join('')

const stars = (count) =>
  repeat(
    count,
    (n) => `<circle cx="${(n * 137 + 41) % WIDTH}" cy="${(n * 71 + 23) % 210}" r="${1 + (n % 3)}" fill="#fdf3d0"/>`,
  )

const wave = (y, colour) =>
  `<path d="M0 ${y} ${repeat(9, () => 'q 20 -14 40 0 t 40 0 ')} V${HEIGHT} H0 Z" fill="${colour}"/>`

const lighthouse = `
  <rect width="720" height="480" fill="#1f2a4a"/>
  ${stars(40)}
  <path d="M360 118 L0 30 V190 Z" fill="#f4d58d" opacity="0.25"/>
  <path d="M360 118 L720 60 V170 Z" fill="#f4d58d" opacity="0.25"/>
  <path d="M320 380 L336 140 H384 L400 380 Z" fill="#f7f1e3"/>
  <path d="M330 230 H390 L393 280 H327 Z" fill="#c8553d"/>
  <path d="M324 330 H396 L399 368 H321 Z" fill="#c8553d"/>
  <rect x="332" y="100" width="56" height="40" fill="#f4d58d"/>
  <path d="M324 100 L360 66 L396 100 Z" fill="#c8553d"/>
  <path d="M200 410 Q280 350 360 372 Q450 350 540 410 Z" fill="#0f172e"/>
  ${wave(408, '#2e4a7a')}${wave(436, '#27406b')}`

const paperBoat = `
  <rect width="720" height="480" fill="#f6e7cb"/>
  <circle cx="560" cy="110" r="54" fill="#e9a15b"/>
  <path d="M0 250 Q160 170 330 250 T720 230 V480 H0 Z" fill="#a8bf8f"/>
  ${wave(300, '#6fa3b8')}
  <path d="M210 300 L510 300 L440 380 H280 Z" fill="#fffdf7" stroke="#3d3a36" stroke-width="4" stroke-linejoin="round"/>
  <path d="M360 180 L450 300 H270 Z" fill="#fffdf7" stroke="#3d3a36" stroke-width="4" stroke-linejoin="round"/>
  <path d="M360 180 V300" stroke="#3d3a36" stroke-width="3"/>
  ${repeat(4, (n) => `<path d="M${292 + n * 4} ${318 + n * 14} H${428 - n * 4}" stroke="#b9b2a4" stroke-width="3"/>`)}
  ${wave(372, '#558ba3')}${wave(420, '#47798f')}`

const greenhouse = `
  <rect width="720" height="480" fill="#dcebdd"/>
  <rect y="390" width="720" height="90" fill="#7a5c43"/>
  <path d="M130 390 V220 L360 100 L590 220 V390 Z" fill="#f2faf4" stroke="#3f5b4b" stroke-width="6" stroke-linejoin="round"/>
  ${repeat(6, (n) => `<path d="M${195 + n * 66} 390 V${n < 3 ? 186 - n * 34 : 118 + (n - 3) * 34}" stroke="#3f5b4b" stroke-width="4"/>`)}
  <path d="M130 220 H590 M130 300 H590" stroke="#3f5b4b" stroke-width="4"/>
  ${repeat(7, (n) => {
    const x = 165 + n * 64
    const height = 60 + ((n * 37) % 80)
    return `<path d="M${x} 390 V${390 - height}" stroke="#4d7c4f" stroke-width="6"/>
      <ellipse cx="${x - 14}" cy="${400 - height}" rx="18" ry="9" fill="#6ba368"/>
      <ellipse cx="${x + 14}" cy="${412 - height}" rx="18" ry="9" fill="#588f56"/>
      <circle cx="${x}" cy="${386 - height}" r="${9 + (n % 3) * 4}" fill="${['#e07a5f', '#f2cc8f', '#c8553d'][n % 3]}"/>`
  })}`

const nightTrain = `
  <rect width="720" height="480" fill="#232046"/>
  ${stars(56)}
  <circle cx="120" cy="100" r="42" fill="#f7f1e3"/><circle cx="138" cy="92" r="38" fill="#232046"/>
  <path d="M0 330 L150 210 L270 310 L420 180 L580 320 L720 240 V480 H0 Z" fill="#38335e"/>
  <rect y="380" width="720" height="100" fill="#16142e"/>
  ${repeat(3, (n) => {
    const x = 30 + n * 222
    const windows = repeat(
      4,
      (w) =>
        `<rect x="${x + 18 + w * 46}" y="318" width="30" height="30" rx="4" fill="${(n + w) % 5 === 3 ? '#5b527f' : '#f4d58d'}"/>`,
    )
    return `<rect x="${x}" y="296" width="206" height="84" rx="12" fill="#7d2e3a"/>${windows}
      <circle cx="${x + 44}" cy="386" r="13" fill="#0b0a18"/><circle cx="${x + 162}" cy="386" r="13" fill="#0b0a18"/>`
  })}
  <path d="M0 402 H720" stroke="#6f689b" stroke-width="5"/>`

const teapot = `
  <rect width="720" height="480" fill="#f3d9c9"/>
  <rect y="350" width="720" height="130" fill="#8c5a3c"/>
  ${repeat(3, (n) => `<path d="M${300 + n * 46} 110 q -22 -26 0 -50 t 0 -44" fill="none" stroke="#fff7ee" stroke-width="7" stroke-linecap="round"/>`)}
  <path d="M478 250 q 90 -50 96 -110 l 26 10 q -8 110 -112 160 Z" fill="#356a7c"/>
  <path d="M232 220 q -96 -20 -92 60 q 4 70 110 66" fill="none" stroke="#356a7c" stroke-width="24"/>
  <ellipse cx="355" cy="270" rx="142" ry="104" fill="#417f94"/>
  <path d="M282 178 q 73 -52 146 0 Z" fill="#356a7c"/>
  <circle cx="355" cy="140" r="16" fill="#e9a15b"/>
  ${repeat(5, (n) => `<circle cx="${263 + n * 46}" cy="${270 + (n % 2) * 22}" r="11" fill="#f3d9c9"/>`)}
  <path d="M560 330 h 90 q -4 54 -45 54 t -45 -54 Z" fill="#fff7ee"/>`

const owl = `
  <rect width="720" height="480" fill="#c9d6df"/>
  <rect y="400" width="720" height="80" fill="#5b4636"/>
  <path d="M238 400 Q210 140 360 120 Q510 140 482 400 Z" fill="#8a6d52"/>
  <path d="M262 160 L250 96 L320 132 Z M458 160 L470 96 L400 132 Z" fill="#6e543d"/>
  <path d="M290 400 Q284 270 360 262 Q436 270 430 400 Z" fill="#e8d8bd"/>
  ${repeat(9, (n) => `<path d="M${314 + (n % 3) * 46 - 10} ${300 + Math.floor(n / 3) * 30} q 10 12 20 0" fill="none" stroke="#8a6d52" stroke-width="5"/>`)}
  <circle cx="312" cy="206" r="46" fill="#fdf9f0"/><circle cx="408" cy="206" r="46" fill="#fdf9f0"/>
  <circle cx="318" cy="212" r="20" fill="#20222b"/><circle cx="402" cy="212" r="20" fill="#20222b"/>
  <path d="M348 236 L372 236 L360 264 Z" fill="#e9a15b"/>
  <path d="M266 206 a46 46 0 0 1 92 0 M362 206 a46 46 0 0 1 92 0" fill="none" stroke="#20222b" stroke-width="6"/>
  <path d="M180 420 L360 392 L540 420 V456 L360 428 L180 456 Z" fill="#fffdf7" stroke="#20222b" stroke-width="4"/>
  <path d="M360 392 V428" stroke="#20222b" stroke-width="4"/>`

/** In the order of their ids. */
export const PICTURES = [
  {
    key: 'lighthouse',
    name: 'lighthouse.png',
    hash: 'lighthouse_3f6a1c09e2',
    alternativeText: 'A red and white lighthouse at night',
    caption: 'Harrow Quay, a little before eleven',
    drawing: svg(lighthouse),
  },
  {
    key: 'paper-boat',
    name: 'paper-boat.png',
    hash: 'paper_boat_b81d47a5c0',
    alternativeText: 'A folded paper boat on a river',
    caption: 'It floated for forty minutes',
    drawing: svg(paperBoat),
  },
  {
    key: 'greenhouse',
    name: 'greenhouse.webp',
    hash: 'greenhouse_60e2d9137f',
    alternativeText: 'A greenhouse full of tall flowers',
    caption: null,
    drawing: svg(greenhouse),
  },
  {
    key: 'night-train',
    name: 'night-train.png',
    hash: 'night_train_94c7f05b2e',
    alternativeText: 'A train with lit windows under a crescent moon',
    caption: 'Three passengers are asleep',
    drawing: svg(nightTrain),
  },
  {
    key: 'teapot',
    name: 'teapot.webp',
    hash: 'teapot_1da5830be6',
    alternativeText: 'A blue teapot beside a white cup',
    caption: 'First place, by a drop',
    drawing: svg(teapot),
  },
  {
    key: 'owl',
    name: 'owl.png',
    hash: 'owl_c52f7e68d1',
    alternativeText: 'An owl with glasses over an open book',
    caption: null,
    drawing: svg(owl),
  },
]
