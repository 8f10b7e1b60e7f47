import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Puts the script that runs before the first paint into the page, as one that is no module: those wait. */
const beforePaint: Plugin = {
  name: 'sightline:before-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const made = Object.values(bundle).find(({ name }) => name === 'before-paint')
      if (!made) throw new Error('the script before the first paint was not built')
      return [{ tag: 'script', attrs: { src: `/${made.fileName}` }, injectTo: 'head-prepend' }]
    },
  },
}

/** Sources of workspace packages are taken as they are written: no other build has to come first. */
export default defineConfig({
  plugins: [react(), tailwind(), beforePaint],
  resolve: { conditions: ['source', 'module', 'browser', 'import'] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the page takes nothing from `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        index: 'index.html',
        'before-paint': 'src/before-paint.ts',
        'service-worker': 'worker/service-worker.ts',
      },
      output: {
        // Small parts that everything needs are one file: apart they compress worse.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'pages', test: /node_modules[\\/]@tanstack[\\/](?!.*virtual)/ },
            { name: 'controls', test: /src[\\/]controls[\\/](button|choice|field|note)\./ },
            {
              name: 'parts',
              test: /src[\\/](frame[\\/](brand|last-actions|search|use-size|use-steady|use-title)|text[\\/](use-text|own-words|use-own-text)|time[\\/](use-now|format)|events[\\/]kind|api[\\/]list-of|pages|api-error)\./,
            },
          ],
        },
        // Browsers ask for a service worker by one name for ever. It shares nothing with the page.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
