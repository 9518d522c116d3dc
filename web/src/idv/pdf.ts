import { getDocument, PDFWorker, VerbosityLevel } from 'pdfjs-dist';
import Worker from 'pdfjs-dist/build/pdf.worker.mjs?worker';

/** Renders the first page of a PDF file in a worker, so that a malicious file cannot affect the page. */
export async function renderFirstPage(data: Uint8Array, longest: number): Promise<HTMLCanvasElement> {
  const port = new Worker();
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const quiet = { verbosity: VerbosityLevel.ERRORS, enableXfa: false, useWorkerFetch: false, useWasm: false };
  const task = getDocument({ data, worker, stopAtErrors: true, ...quiet });
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: longest / Math.max(width, height) });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) });
    await page.render({ canvas, viewport, background: '#ffffff' }).promise;
    return canvas;
  } finally {
    await task.destroy();
    worker.destroy();
    port.terminate();
  }
}
