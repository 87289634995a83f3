// Keeps the files of the page, so that it opens without a network. A new build is another cache.
declare const BUILD: string;
declare const FILES: string[];
declare const self: ServiceWorkerGlobalScope;

/** What TypeScript's library for pages lacks. */
interface ServiceWorkerGlobalScope {
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'fetch', listener: (event: { request: Request; respondWith(response: Promise<Response>): void }) => void): void;
}

self.addEventListener('install', (event) => event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES))));

self.addEventListener('activate', (event) =>
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== BUILD).map((key) => caches.delete(key))))),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kept = caches.open(BUILD).then((cache) => cache.match(request, { ignoreSearch: request.mode === 'navigate' }));
  event.respondWith(kept.then((response) => response ?? fetch(request)));
});

export {};
