// Verifies evidence without the service: go run verify.go evidence-keys.json evidence.json …
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	mostBytes = 2 << 20
	mostAge   = 5 * time.Minute
	deepest   = 20
)

var timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

type object = map[string]any

// Returns what the evidence proves, or an error that says why it proves nothing.
func verify(text []byte, keys []object) (proof string, err error) {
	evidence, err := parse(text)
	if err != nil {
		return "", err
	}
	content, hasContent := evidence["content"].(object)
	actions, hasActions := content["actions"].([]any)
	device, hasDevice := evidence["device"].(object)
	publicKey, hasKey := device["public_key"].(object)
	request, isApproval := evidence["request"]
	members := []string{"statement", "content", "device", "receipt"}
	if isApproval {
		members = append(members, "request")
	}
	if !hasOnly(evidence, members...) || !(hasContent && hasActions && hasDevice && hasKey) {
		return "", errors.New("the file is not evidence")
	}
	statement, err := parseJws(evidence["statement"])
	if err != nil {
		return "", fmt.Errorf("statement: %w", err)
	}
	receipt, err := parseJws(evidence["receipt"])
	if err != nil {
		return "", fmt.Errorf("receipt: %w", err)
	}
	said, received := statement.payload, receipt.payload
	key := keyOf(keys, receipt.header["kid"])
	delete(statement.header, "typ") // `typ` is optional
	basis := object{"statement": evidence["statement"], "content": content, "device": device}
	commits, isTemplate, follows := true, true, true
	if isApproval {
		basis["request"] = request
		approved, _ := request.(object)
		texts, hasTexts := approved["texts"].(object)
		if !hasTexts {
			return "", errors.New("request: it has no texts")
		}
		commits, isTemplate, follows = checkRequest(approved, texts, actions, content["body"])
	}
	at, _ := received["received_at"].(string)
	for _, check := range []struct {
		holds     bool
		otherwise string
	}{
		// Checks the statement: the device has signed this answer to this content.
		{hasOnly(said, "notification_uuid", "content_digest", "response", "iat", "nonce"), "statement: it has other members"},
		{hasOnly(statement.header, "alg", "kid") && statement.header["alg"] == "ES256", "statement: its header is wrong"},
		{statement.header["kid"] == device["device_id"], "statement: it names another device"},
		{said["content_digest"] == digest(content), "content: the statement is about different content"},
		{offers(actions, said["response"]), "content: the response is not one of its actions"},
		{statement.isSignedBy(publicKey), "statement: the device has not signed it"},
		// Checks a program's request: the answer commits to the request, and the shown text results from it.
		{commits, "request: the answer is about other details"},
		{isTemplate, "request: its template is not the one that was used"},
		{follows, "content: the text is not what the template makes of the request"},
		// Checks the receipt: the service has signed that it received all of this, and when.
		{hasOnly(received, "evidence_digest", "received_at"), "receipt: it has other members"},
		{key != nil, "receipt: no published key has its id"},
		{hasOnly(receipt.header, "alg", "kid", "typ") && receipt.header["alg"] == "ES256", "receipt: its header is wrong"},
		{receipt.header["typ"] == "evidence-receipt+jwt", "receipt: its header is wrong"},
		{receipt.isSignedBy(key), "receipt: the service has not signed it"},
		{received["evidence_digest"] == digest(basis), "receipt: it was issued for something else"},
		{timeForm.MatchString(at) && wasInUse(key, at), "receipt: its key was not in use then"},
		{isNear(said["iat"], at), "statement: of another time"},
	} {
		if !check.holds {
			return "", errors.New(check.otherwise)
		}
	}
	return fmt.Sprintf("%v answered %v to %v, received %s", device["user_id"], said["response"], said["notification_uuid"], at), nil
}

func checkRequest(request, texts object, actions []any, body any) (commits, isTemplate, follows bool) {
	committed := object{}
	for name, value := range request {
		if name != "texts" {
			committed[name] = value
		}
	}
	ending := "." + digest(committed)
	commits, follows = true, true
	for _, one := range actions {
		action, _ := one.(object)
		answer, _ := action["action"].(string)
		commits = commits && (answer == "fraud" || strings.HasSuffix(answer, ending))
	}
	template, _ := request["template"].(object)
	isTemplate = template["digest"] == digest(texts)
	shown, _ := body.([]any)
	for _, one := range shown {
		seen, _ := one.(object)
		language, _ := seen["lng"].(string)
		text, _ := texts[language].(object)
		for _, name := range []string{"subject", "message"} {
			written, isText := text[name].(string)
			follows = follows && isText && seen[name] == filled(written, committed)
		}
	}
	return commits, isTemplate, follows
}

var placeholder = regexp.MustCompile(`\{[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*\}`)

// Replaces placeholders such as {authorization_details.0.amount}, but not those in inserted values.
func filled(text string, request object) string {
	return placeholder.ReplaceAllStringFunc(text, func(written string) string {
		var value any = request
		for _, name := range strings.Split(strings.Trim(written, "{}"), ".") {
			if list, isList := value.([]any); isList {
				at, err := strconv.Atoi(name)
				if err != nil || at >= len(list) {
					return written
				}
				value = list[at]
			} else {
				members, _ := value.(object)
				value = members[name]
			}
		}
		switch value := value.(type) {
		case string, json.Number, bool:
			return fmt.Sprint(value)
		}
		return written
	})
}

func keyOf(keys []object, kid any) object {
	for _, key := range keys {
		if key["kid"] == kid {
			return key
		}
	}
	return nil
}

func offers(actions []any, response any) bool {
	for _, one := range actions {
		if action, _ := one.(object); action["action"] == response {
			return true
		}
	}
	return false
}

func wasInUse(key object, at string) bool {
	from, hasBegun := key["created_at"].(string)
	until, hasEnded := key["retired_at"].(string)
	return (!hasBegun || at >= from) && (!hasEnded || at <= until)
}

func isNear(iat any, at string) bool {
	number, _ := iat.(json.Number)
	seconds, err := strconv.ParseInt(string(number), 10, 64)
	moment, wrong := time.Parse(time.RFC3339Nano, at)
	return err == nil && wrong == nil && moment.Sub(time.Unix(seconds, 0)).Abs() <= mostAge
}

// A compact JWS (RFC 7515) with ES256.
type jws struct {
	header, payload object
	signed          string
	signature       []byte
}

func parseJws(value any) (*jws, error) {
	text, _ := value.(string)
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return nil, errors.New("it is no compact JWS")
	}
	header, err := parse(fromBase64url(parts[0]))
	if err != nil {
		return nil, err
	}
	payload, err := parse(fromBase64url(parts[1]))
	if err != nil {
		return nil, err
	}
	signature := fromBase64url(parts[2])
	if len(signature) != 64 {
		return nil, errors.New("its signature has another length")
	}
	return &jws{header, payload, parts[0] + "." + parts[1], signature}, nil
}

func (j *jws) isSignedBy(jwk object) bool {
	if jwk["kty"] != "EC" || jwk["crv"] != "P-256" {
		return false
	}
	key := ecdsa.PublicKey{Curve: elliptic.P256(), X: number(jwk["x"]), Y: number(jwk["y"])}
	if !key.Curve.IsOnCurve(key.X, key.Y) {
		return false
	}
	hash := sha256.Sum256([]byte(j.signed))
	r, s := new(big.Int).SetBytes(j.signature[:32]), new(big.Int).SetBytes(j.signature[32:])
	return ecdsa.Verify(&key, hash[:], r, s)
}

func number(value any) *big.Int {
	text, _ := value.(string)
	return new(big.Int).SetBytes(fromBase64url(text))
}

// Writes the canonical form (RFC 8785).
func digest(value any) string {
	var text bytes.Buffer
	writeCanonical(&text, value)
	hash := sha256.Sum256(text.Bytes())
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

func writeCanonical(to *bytes.Buffer, value any) {
	switch value := value.(type) {
	case object:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		sort.Slice(names, func(a, b int) bool { return isBefore(names[a], names[b]) })
		to.WriteByte('{')
		for at, name := range names {
			if at > 0 {
				to.WriteByte(',')
			}
			writeCanonical(to, name)
			to.WriteByte(':')
			writeCanonical(to, value[name])
		}
		to.WriteByte('}')
	case []any:
		to.WriteByte('[')
		for at, one := range value {
			if at > 0 {
				to.WriteByte(',')
			}
			writeCanonical(to, one)
		}
		to.WriteByte(']')
	case string:
		writeText(to, value)
	default:
		fmt.Fprint(to, value) // an integer, true or false
	}
}

// Names are ordered by UTF-16 code units.
func isBefore(one, other string) bool {
	a, b := utf16.Encode([]rune(one)), utf16.Encode([]rune(other))
	for at := 0; at < len(a) && at < len(b); at++ {
		if a[at] != b[at] {
			return a[at] < b[at]
		}
	}
	return len(a) < len(b)
}

var escapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func writeText(to *bytes.Buffer, text string) {
	to.WriteByte('"')
	for _, sign := range text {
		if sign < ' ' && !strings.ContainsRune("\b\f\n\r\t", sign) {
			fmt.Fprintf(to, `\u%04x`, sign)
		} else {
			escapes.WriteString(to, string(sign))
		}
	}
	to.WriteByte('"')
}

// Parses strictly: refuses any text that two parsers could read differently.
func parse(text []byte) (object, error) {
	if len(text) > mostBytes || !utf8.Valid(text) {
		return nil, errors.New("it is too large, or no UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := next(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON")
	}
	if parsed, isObject := value.(object); isObject {
		return parsed, nil
	}
	return nil, errors.New("it is no JSON object")
}

func next(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil || depth > deepest {
		return nil, errors.New("it is no JSON, or nested too deeply")
	}
	switch token {
	case json.Delim('{'):
		members := object{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			if _, again := members[name.(string)]; again {
				return nil, errors.New("a name comes twice")
			}
			if members[name.(string)], err = next(decoder, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := decoder.Token()
		return members, err
	case json.Delim('['):
		list := []any{}
		for decoder.More() {
			one, err := next(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
		_, err := decoder.Token()
		return list, err
	}
	return token, nil
}

func hasOnly(value object, names ...string) bool {
	for _, name := range names {
		if _, is := value[name]; !is {
			return false
		}
	}
	return len(value) == len(names)
}

// Decodes base64url. Returns nil if the text is not in the only valid form.
func fromBase64url(text string) []byte {
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || base64.RawURLEncoding.EncodeToString(data) != text {
		return nil
	}
	return data
}

func main() {
	var published struct{ Keys []object }
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(text, &published)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	status := 0
	for _, name := range os.Args[2:] {
		text, err := os.ReadFile(name)
		proof := ""
		if err == nil {
			proof, err = verify(text, published.Keys)
		}
		if err == nil {
			fmt.Printf("%s: valid: %s\n", name, proof)
		} else {
			fmt.Printf("%s: not valid: %v\n", name, err)
			status = 1
		}
	}
	os.Exit(status)
}
