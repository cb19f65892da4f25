/** What a page can try in order to reach a server. */

/**
 * Runs in a page. Each way asks for a path of its own name, and is over when the page has been told
 * how it went. Returns the names of all ways.
 */
export async function tryEveryWayOut(origin: string, named: string): Promise<string[]> {
  const ways: Record<string, (url: string) => unknown> = {};
  const host = new URL(origin).host;
  const told = (target: EventTarget, ...events: string[]) =>
    new Promise<void>((done) => {
      for (const name of ['load', 'error', ...events]) {
        target.addEventListener(name, () => done(), { once: true });
      }
    });
  const element = (name: string, attributes: Record<string, string>) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    const over = told(made, 'abort', 'stalled', 'loadstart');
    document.body.append(made);
    return over;
  };

  ways['fetch'] = (url) => fetch(url);
  ways['fetch-no-cors'] = (url) => fetch(url, { mode: 'no-cors', keepalive: true });
  ways['xhr'] = (url) => {
    const request = new XMLHttpRequest();
    const over = told(request, 'loadend');
    request.open('GET', url);
    request.send();
    return over;
  };
  ways['beacon'] = (url) => navigator.sendBeacon(url, 'hello');
  ways['websocket'] = (url) => told(new WebSocket(url.replace('http', 'ws')), 'close');
  ways['event-source'] = (url) => {
    const source = new EventSource(url);
    return told(source).then(() => source.close());
  };
  ways['picture'] = (url) => element('img', { src: url });
  ways['picture-set'] = (url) => element('img', { srcset: `${url} 1x` });
  ways['input-picture'] = (url) => element('input', { type: 'image', src: url });
  ways['video-poster'] = (url) => void element('video', { poster: url });
  ways['video'] = (url) => element('video', { src: url, preload: 'auto' });
  ways['audio'] = (url) => element('audio', { src: url, preload: 'auto' });
  ways['script'] = (url) => element('script', { src: url });
  ways['module'] = (url) => import(/* @vite-ignore */ url);
  ways['worker'] = (url) => told(new Worker(url), 'message');
  ways['style-sheet'] = (url) => element('link', { rel: 'stylesheet', href: url });
  ways['icon'] = (url) => void element('link', { rel: 'icon', href: url });
  ways['prefetch'] = (url) => element('link', { rel: 'prefetch', href: url });
  ways['preload'] = (url) => element('link', { rel: 'preload', as: 'image', href: url });
  ways['module-preload'] = (url) => element('link', { rel: 'modulepreload', href: url });
  ways['preconnect'] = (url) => void element('link', { rel: 'preconnect', href: url });
  ways['dns-prefetch'] = () =>
    void element('link', { rel: 'dns-prefetch', href: `//prefetched-${named}` });
  ways['manifest'] = (url) => void element('link', { rel: 'manifest', href: url });
  ways['font'] = (url) => new FontFace('Hostile', `url(${url})`).load();
  ways['inline-style'] = (url) => {
    document.body.style.backgroundImage = `url(${url})`;
  };
  ways['frame'] = (url) => element('iframe', { src: url });
  ways['object'] = (url) => element('object', { data: url });
  ways['embed'] = (url) => void element('embed', { src: url });
  ways['form'] = (url) => {
    const frame = document.createElement('iframe');
    frame.name = 'form-target';
    const form = document.createElement('form');
    Object.assign(form, { action: url, method: 'post', target: 'form-target' });
    document.body.append(frame, form);
    form.submit();
  };
  ways['ping'] = (url) => {
    const link = document.createElement('a');
    Object.assign(link, { href: '#', ping: url });
    document.body.append(link);
    link.click();
  };
  ways['named-host'] = () => fetch(`http://fetched-${named}/named-host`);
  ways['secure'] = () => fetch(`https://${host}/secure`);
  ways['turn-udp'] = () => callThrough(`turn:${host}?transport=udp`);
  ways['turn-named'] = () => callThrough(`turn:rtc-${named}:3478?transport=udp`);
  ways['turn-named-tcp'] = () => callThrough(`turn:tcp-${named}:3478?transport=tcp`);
  ways['turn-tcp'] = () => callThrough(`turn:${host}?transport=tcp`);

  async function callThrough(server: string): Promise<void> {
    const connection = new RTCPeerConnection({
      iceServers: [{ urls: server, username: 'user', credential: 'credential' }],
    });
    connection.createDataChannel('out');
    const over = new Promise<void>((done) => {
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState === 'complete') done();
      });
      connection.addEventListener('icecandidateerror', () => done());
    });
    await connection.setLocalDescription(await connection.createOffer());
    await over;
    connection.close();
  }

  // Allowed a while each: some are never told, and go on by themselves.
  const limited = (way: Promise<unknown>) =>
    Promise.race([way, new Promise((done) => setTimeout(done, 3_000))]);
  await Promise.all(
    Object.entries(ways).map(async ([name, run]) => {
      try {
        await limited(Promise.resolve(run(`${origin}/${name}`)));
      } catch {
        // Refused, which is what is hoped for.
      }
    }),
  );
  return Object.keys(ways);
}
