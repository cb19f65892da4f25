// Curves as a picture, by hand: a few lines and their figures need no library.
const width = 440;
const height = 240;
const left = 56;
const bottom = 196;
const top = 36;
const colours = ['#0b6e6e', '#b4561f', '#5b5f97'];

const text = (x, y, content, more = '') =>
  `<text x="${String(Math.round(x))}" y="${String(Math.round(y))}" ${more}>${content}</text>`;

/** Two digits are enough to see a curve by. */
export const figure = (value) =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en');

/**
 * @param {object} curve
 * @param {string} curve.title
 * @param {string} curve.unit
 * @param {{ name: string, values: Record<string, number> }[]} curve.lines by what the abscissa says
 * @returns {string} an SVG, both ways to be read on light and on dark ground
 */
export function drawCurve({ title, unit, lines }) {
  const stops = Object.keys(lines[0].values);
  const most = Math.max(...lines.flatMap(({ values }) => Object.values(values))) * 1.15;
  const x = (at) => left + 24 + (at * (width - left - 72)) / Math.max(1, stops.length - 1);
  const y = (value) => bottom - (value / most) * (bottom - top);
  const parts = [
    `<rect width="${String(width)}" height="${String(height)}" rx="8" fill="#ffffff"/>`,
    text(12, 20, `${title}, ${unit}`, 'font-weight="600"'),
    `<path d="M${String(left)} ${String(bottom)}H${String(width - 12)}" stroke="#b9b2a5"/>`,
    ...stops.map((stop, at) =>
      text(x(at), bottom + 16, stop, 'text-anchor="middle" fill="#5c5648"'),
    ),
  ];
  for (const [index, { name, values }] of lines.entries()) {
    const colour = colours[index];
    const points = stops.map((stop, at) => [x(at), y(values[stop]), values[stop]]);
    const path = points.map(([px, py]) => `${px.toFixed(0)},${py.toFixed(0)}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [px, py, value] of points) {
      parts.push(`<circle cx="${px.toFixed(0)}" cy="${py.toFixed(0)}" r="3" fill="${colour}"/>`);
      parts.push(text(px, py - 8, figure(value), `text-anchor="middle" fill="${colour}"`));
    }
    parts.push(text(12 + index * 140, height - 10, name, `fill="${colour}"`));
  }
  const size = `width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">\n${parts.join('\n')}\n</svg>\n`;
}
