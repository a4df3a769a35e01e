// Forms out of the types of parameters.
import { parse, print } from "../lib/json.js";

// What fits a schema, to begin with.
export function example(schema = {}) {
    switch (schema.type) {
        case "object":
            return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, example(one)]));
        case "array":
            return [];
        case "integer":
        case "number":
            return 0;
        case "boolean":
            return false;
        case "string":
            return schema.enum?.[0] ?? "";
        default:
            return null;
    }
}

export const kindOf = (schema = {}) => (schema.enum ? "choice" : ["integer", "number", "boolean", "string"].includes(schema.type) ? schema.type : "json");

export const first = (parameter) => {
    const kind = parameter.rest ? "json" : kindOf(parameter.schema);
    return kind === "json"
        ? parameter.rest
            ? "[]"
            : parameter.schema.type
              ? print(example(parameter.schema), 2)
              : ""
        : kind === "boolean"
          ? false
          : kind === "choice"
            ? parameter.schema.enum[0]
            : "";
};

// The value of a field, { value }, or what is wrong with it, { error }.
export function read(parameter, field) {
    const kind = parameter.rest ? "json" : kindOf(parameter.schema);
    if (kind === "boolean" || kind === "string" || kind === "choice") {
        return { value: field };
    }
    if (field.trim() === "") {
        return kind === "json" ? { value: null } : { error: "a number is needed" };
    }
    try {
        const value = parse(field);
        const isNumber = typeof value === "number" || typeof value === "bigint";
        if (kind === "integer" && !(isNumber && (typeof value === "bigint" || Number.isInteger(value)))) {
            return { error: "a whole number is needed" };
        }
        if (kind === "number" && !isNumber) {
            return { error: "a number is needed" };
        }
        return parameter.rest && !Array.isArray(value) ? { error: "a list is needed: it takes all that follows" } : { value };
    } catch (e) {
        return { error: kind === "json" ? e.message : "a number is needed" };
    }
}

// The arguments of all fields, { args }, or { errors } by their numbers.
export function argumentsOf(parameters, fields) {
    const results = parameters.map((parameter, i) => read(parameter, fields[i]));
    if (results.some((one) => one.error)) {
        return { errors: results.map((one) => one.error) };
    }
    return { args: parameters.flatMap((parameter, i) => (parameter.rest ? results[i].value : [results[i].value])), errors: [] };
}
