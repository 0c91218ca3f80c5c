// The document of the page: JSON and a binary blob in two inert script elements.
import { readDoubles } from "./arrays";
import type { ColumnHeader, LiveDocument, ReportDocument, CampaignDocument } from "./shared";

/// A column of the record in memory.
export interface Column {
  name: string;
  unit: string;
  doc: string;
  group: string;
  values: Float64Array;
  single: boolean; // they were stored in 32 bits
}
export interface Series {
  stride: number;
  axis: Column;
  columns: Column[];
}

type PageDocument = ReportDocument | LiveDocument | CampaignDocument;

const formats: PageDocument["format"][] = ["cuttle-report/1", "cuttle-live/1", "cuttle-study/1"];

export function readDocument(): PageDocument {
  const text = document.getElementById("cuttle-document")?.textContent ?? "";
  const parsed = JSON.parse(text) as PageDocument;
  if (!formats.includes(parsed.format))
    throw new Error(
      `this page cannot read the format "${String((parsed as { format: unknown }).format)}"`,
    );
  return parsed;
}

/// The binary part. The element is emptied: nobody needs the text twice in memory.
export function readBlob(): ArrayBuffer {
  const element = document.getElementById("cuttle-data");
  const text = (element?.textContent ?? "").trim();
  element?.replaceChildren();
  return decodeBase64(text);
}

export function decodeBase64(text: string): ArrayBuffer {
  const quick = (
    Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }
  ).fromBase64;
  if (quick) return quick.call(Uint8Array, text).buffer;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

export function decodeSeries(report: ReportDocument, blob: ArrayBuffer): Series {
  const { stride, axis, columns } = report.series;
  const decode = (header: ColumnHeader): Column => ({
    name: header.name,
    unit: header.unit,
    doc: header.doc,
    group: header.group,
    values: readDoubles(blob, header.values),
    single: header.values.type === "f32",
  });
  return { stride, axis: decode(axis), columns: columns.map(decode) };
}
